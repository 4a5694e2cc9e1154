/* The pins of the ATmega328P, each as port letter and bit. */
#ifndef PINS_H
#define PINS_H

/* The serial line (Arduino D0, D1). */
#define RX_PIN D, 0
#define TX_PIN D, 1

/* Switches, each pulled up: pressed or cable broken is high; open is high; at home is low (D2, D3, D4). */
#define ESTOP_PIN D, 2
#define LID_PIN D, 3
#define HOME_PIN D, 4

/* The two halves of the ring: OC0B and OC0A of Timer0 (D5, D6). */
#define LEFT_PIN D, 5
#define RIGHT_PIN D, 6

/* The motor driver: DIR high turns forward, STEP is OC1A of Timer1, ENABLE low gives current (D8, D9, D10). */
#define DIR_PIN B, 0
#define STEP_PIN B, 1
#define ENABLE_PIN B, 2

/* The LED on the board (D13). */
#define LED_PIN B, 5

/* Servos 1 to 6 on consecutive bits (A0 to A5). */
#define SERVO1_PIN C, 0
#define SERVO2_PIN C, 1
#define SERVO3_PIN C, 2
#define SERVO4_PIN C, 3
#define SERVO5_PIN C, 4
#define SERVO6_PIN C, 5

/* A board of boxes has their coils there. In a reset they drive nothing, no bootloader touches them, and firmware of
 * the other kind gives them pulses of 2.5 ms at most, which hurt no coil. */

#endif
