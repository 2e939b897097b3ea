export { runningStoreUri } from './server/running-store.ts'
export { type EmbeddedMongo, type StartOptions, startEmbeddedMongo } from './server/server.ts'
export { type SpawnedMongo, spawnEmbeddedMongo } from './spawn.ts'
export { STORE_SETTINGS, type StoreSettings } from './store-settings.ts'
