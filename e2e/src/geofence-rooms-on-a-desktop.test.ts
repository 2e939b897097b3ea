import { takeRooms } from './geofence-rooms-journey.ts'

takeRooms('desktop')
