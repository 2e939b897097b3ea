export { openTestApp, TEST_JWT_SECRET, type TestApp } from './open-test-app.ts'
export { openTestStore, type TestStore } from './open-test-store.ts'
export { spawnTestService, spawnTestStore, type TestProcess } from './spawn-test-processes.ts'
export type { Headers, TestPeople } from './test-people.ts'
