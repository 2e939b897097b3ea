export { createPlaceDeliveries, type PlaceDeliveries } from './place-deliveries.ts'
