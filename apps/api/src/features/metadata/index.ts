export { metadataRoutes } from './metadata.routes.ts'
export { type MetadataStore, openMetadata, replaceMapping } from './metadata.store.ts'
export type { OptionOrder } from './option-order.ts'
export { storeMetadataImage } from './store-image.ts'
