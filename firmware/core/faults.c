/* Latches faults, and senses those that switches cause. */
#include "faults.h" /* what is defined here */

#include "dictionary.h" /* FAULT_BIT, the FAULT_ numbers */
#include "lid.h"        /* lid_open */
#include "motion.h"     /* motion_cut */
#include "pending.h"    /* pending_fault */
#include "port.h"       /* the switches */

static uint8_t latched;
static bool worn;

void faults_reset(bool kept)
{
    latched = 0;
    worn = !kept;
    port_tripped();
    if (worn)
        faults_latch(FAULT_MEMORY);
    faults_sense();
}

void faults_latch(uint8_t fault)
{
    motion_cut(fault == FAULT_ESTOP);
    if (!(latched & FAULT_BIT(fault)))
        pending_fault(fault);
    latched = (uint8_t)(latched | FAULT_BIT(fault));
    port_lamp(true);
}

void faults_clear(uint8_t fault)
{
    latched &= (uint8_t)~FAULT_BIT(fault);
    port_lamp(latched);
}

uint8_t faults_latched(void)
{
    return latched;
}

uint8_t faults_lowest(void)
{
    uint8_t fault = 1;

    while (fault < 8 && !(latched & FAULT_BIT(fault)))
        fault++;
    return fault;
}

bool faults_caused(uint8_t fault)
{
    switch (fault) {
#ifndef BOXES
    case FAULT_ESTOP:
        return port_estop();
    case FAULT_LID:
        return lid_open();
#endif
    case FAULT_MEMORY:
        return worn;
    default:
        return false;
    }
}

void faults_sense(void)
{
    uint8_t tripped = port_tripped();

    for (uint8_t fault = FAULT_STOPPED; fault <= FAULT_MEMORY; fault++)
        if ((tripped & FAULT_BIT(fault) || faults_caused(fault)) && !(latched & FAULT_BIT(fault)))
            faults_latch(fault);
}
