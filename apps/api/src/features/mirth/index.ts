export { type AssetDeliveries, createAssetDeliveries, mayBeUndelivered } from './asset-deliveries.ts'
export { mirthDeliveryStates } from './delivery-states.ts'
export { mirthRoutes } from './mirth.routes.ts'
