export { createApiService } from './create-api-service.ts'
export { replaceMapping, storeMetadataImage } from './features/metadata/index.ts'
export { createUser, type NewUser } from './features/users/index.ts'
