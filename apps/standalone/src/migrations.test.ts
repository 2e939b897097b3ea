import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase, Types } from '@wardtrack/database'
import { MIGRATIONS } from '@wardtrack/migrations'
import { createLog } from '@wardtrack/service-kit'
import { type Migration, migrateStore } from '@wardtrack/service-runtime'
import { openTestStore, type TestStore } from '@wardtrack/test-kit'
import { afterEach, beforeEach, expect, test } from 'vitest'

let store: TestStore
let db: Database
beforeEach(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
})
afterEach(async () => {
  await db.close()
  await store.drop()
})

const log = createLog({ service: 'test', level: 'silent', stdout: false })
const migrate = (migrations: readonly Migration[], claimMs?: number) =>
  migrateStore({ db, log }, migrations, claimMs)
const versionOf = async () => (await db.models.system.findOne({ _id: 'stored-version' }))?.value
/** Fills a store as before versions: it holds its first account. */
const fillAsBefore = () =>
  db.driver.users.insertOne({ _id: new Types.ObjectId(), username: 'admin', builtIn: true } as never)

function noted(...versions: number[]) {
  const ran: number[] = []
  const migrations = versions.map((version) => ({
    version,
    title: `to ${version}`,
    run: async () => {
      await pause(20)
      ran.push(version)
    },
  }))
  return { ran, migrations }
}

test('sets an empty store to the newest version without running a step', async () => {
  const { ran, migrations } = noted(2, 3)
  await migrate(migrations)
  expect(ran).toEqual([])
  expect(await versionOf()).toBe(3)
})

test('migrates an old store step by step, once', async () => {
  await fillAsBefore()
  const { ran, migrations } = noted(2, 3)
  await migrate(migrations.slice(0, 1))
  expect([ran, await versionOf()]).toEqual([[2], 2])
  await migrate(migrations)
  await migrate(migrations)
  expect([ran, await versionOf()]).toEqual([[2, 3], 3])
  expect(await db.models.system.findOne({ _id: 'migration-claim' })).toBeNull()
})

test('does not record a failed step, which the next start repeats', async () => {
  await fillAsBefore()
  const failing: Migration = { version: 2, title: 'fails', run: () => Promise.reject(new Error('no room')) }
  await expect(migrate([failing])).rejects.toThrow('no room')
  expect(await versionOf()).toBe(1)
  const { ran, migrations } = noted(2)
  await migrate(migrations)
  expect([ran, await versionOf()]).toEqual([[2], 2])
})

test('runs each step in one of the processes that start together, while the others wait', async () => {
  await fillAsBefore()
  const { ran, migrations } = noted(2, 3, 4)
  await Promise.all(Array.from({ length: 4 }, () => migrate(migrations)))
  expect([ran, await versionOf()]).toEqual([[2, 3, 4], 4])
})

test('takes over the migration of a crashed process when its claim expires', async () => {
  await fillAsBefore()
  await db.models.system.create({
    _id: 'migration-claim',
    value: { owner: 'gone', until: new Date(Date.now() + 400) },
  })
  const { ran, migrations } = noted(2)
  await migrate(migrations, 1_000)
  expect([ran, await versionOf()]).toEqual([[2], 2])
})

test('refuses a store of a newer version and leaves it unchanged', async () => {
  await db.models.system.create({ _id: 'stored-version', value: 7 })
  const { ran, migrations } = noted(2)
  await expect(migrate(migrations)).rejects.toThrow(
    'what is stored was changed by a newer Wardtrack (version 7 of stored documents, this one knows 2)',
  )
  expect([ran, await versionOf()]).toEqual([[], 7])
})

test('numbers the steps of the product consecutively', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 2))
})
