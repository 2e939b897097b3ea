import { drawEveryShape } from './geofence-shapes-journey.ts'

drawEveryShape('phone')
