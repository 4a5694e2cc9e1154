/* How far a motion is. */
#ifndef PROGRESS_H
#define PROGRESS_H

enum progress { MOVING, ARRIVED, LOST };

#endif
