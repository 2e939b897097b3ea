export { type AssetDeliveries, createAssetDeliveries, mayBeUndelivered } from './asset-deliveries.ts'
export { mirthDeliveryStates, mirthRoutes } from './mirth.routes.ts'
