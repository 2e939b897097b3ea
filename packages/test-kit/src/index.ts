export {
  compareOnce,
  createHoldingDisk,
  type FaultRuns,
  type HoldingDisk,
  noteFaultRuns,
} from '@wardtrack/embedded-mongo/testing'
export { freePort, makeRedis, type TestMachine, type TestRedis } from '@wardtrack/service-kit/testing'
export { beforeNextWrite } from './before-next-write.ts'
export { fillTestStore } from './fill-test-store.ts'
export { ago, answer, assetDoc, storeAsset } from './ingestion-fixtures.ts'
export { type LiveReader, openLiveReader, type ReadEvent } from './live-reader.ts'
export {
  startMailServer,
  type TakenMail,
  TEST_CERTIFICATE,
  TEST_CERTIFICATE_KEY,
  type TestMailServer,
  type TestMailServerOptions,
} from './mail-server.ts'
export {
  openTestApp,
  openTestStore,
  openTestStoreOn,
  TEST_ENCRYPTION_KEY,
  TEST_JWT_SECRET,
  TEST_WAIT,
  type TestApp,
  type TestAppOptions,
  type TestStore,
} from './open-test-app.ts'
export { spawnTestService, spawnTestStore, type TestProcess } from './spawn-test-processes.ts'
export type { Headers, TestPeople } from './test-people.ts'
export { type StoreWork, type WatchedDatabase, watchDatabase } from './watch-database.ts'
