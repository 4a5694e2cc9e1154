/* Sets the light and remembers it. */
#include "lights.h" /* what is defined here */

#include "port.h" /* port_light */

struct lights lights;

void lights_set(uint8_t left, uint8_t right)
{
    lights.left = left;
    lights.right = right;
    port_light(left, right);
}
