import { type Database, isDuplicateKey, openDatabase, trusted, type UserDoc } from '@wardtrack/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from './open-test-app.ts'

const nurse = {
  username: 'Nurse',
  usernameKey: 'nurse',
  displayName: '',
  passwordHash: 'hash',
  privileges: [],
  patientDataAccess: false,
  locked: false,
  builtIn: false,
  createdAt: new Date('2026-01-01T00:00:00Z'),
} satisfies Omit<UserDoc, '_id'>

describe('the models of the database', () => {
  let store: TestStore
  let db: Database

  beforeAll(async () => {
    store = await openTestStore()
    db = await openDatabase(store.uri)
  })
  afterAll(async () => {
    await db.close()
    await store.drop()
  })
  beforeEach(async () => {
    await db.models.users.deleteMany({})
    await db.models.settings.deleteMany({})
    await db.models.users.create(nurse)
  })

  const stored = () => db.models.users.findOne({ usernameKey: 'nurse' })

  it('read plain objects, with every member as it was written', async () => {
    const { _id, ...user } = (await stored()) ?? {}
    expect(user).toEqual(nurse)
    expect(_id?.toHexString()).toMatch(/^[0-9a-f]{24}$/)
    expect(Object.getPrototypeOf(await stored())).toBe(Object.prototype)
  })

  it('refuse a member that the schema does not declare, in documents, updates and filters', async () => {
    const unknown = { nickname: 'N' } as never
    await expect(
      db.models.users.create({ ...nurse, usernameKey: 'n2', nickname: 'N' } as never),
    ).rejects.toThrow('Field `nickname` is not in schema and strict mode is set to throw.')
    await expect(db.models.users.updateOne({ usernameKey: 'nurse' }, { $set: unknown })).rejects.toThrow(
      'Field `nickname` is not in schema and strict mode is set to throw.',
    )
    await expect(db.models.users.deleteMany(unknown)).rejects.toThrow('Path "nickname" is not in schema')
    expect(await db.models.users.countDocuments({})).toBe(1)
    expect(await stored()).not.toHaveProperty('nickname')
  })

  it('refuse values that the schema does not allow', async () => {
    const change = (set: object) => db.models.users.updateOne({ usernameKey: 'nurse' }, { $set: set })
    await expect(change({ username: null })).rejects.toThrow('Path `username` is required.')
    await expect(change({ lastLoginAt: null })).rejects.toThrow(
      'Path `lastLoginAt` does not allow null values.',
    )
    await expect(change({ locked: 'perhaps' })).rejects.toThrow('Cast to Boolean failed')
    await expect(
      db.models.users.updateOne({ usernameKey: 'nurse' }, { $unset: { passwordHash: 1 } }),
    ).rejects.toThrow('Path `passwordHash` is required.')
    await expect(
      db.models.settings.replaceOne(
        { _id: 'a/b' },
        // @ts-expect-error the member is required
        { _id: 'a/b', Type: 'A', Fields: {} },
        { upsert: true },
      ),
    ).rejects.toThrow('Path `SubType` is required.')
    expect(await stored()).toMatchObject(nurse)
    expect(await db.models.settings.countDocuments({})).toBe(0)
  })

  it('accept an operator in a filter only if the code marks it as trusted', async () => {
    const fromOutside = { $ne: '' } as unknown as string
    await expect(db.models.users.findOne({ passwordHash: fromOutside })).rejects.toThrow(
      'Cast to string failed',
    )
    await expect(db.models.users.deleteMany({ $or: [{ passwordHash: fromOutside }] })).rejects.toThrow(
      'Cast to string failed',
    )
    expect(await db.models.users.find({ usernameKey: trusted({ $in: ['nurse', 'x'] }) })).toHaveLength(1)
  })

  it('create exactly what the update says in an upsert', async () => {
    const Fields = { Empty: {}, List: [] }
    const saved = await db.models.settings.findOneAndUpdate(
      { _id: 'a/b' },
      { $set: { Type: 'A', SubType: 'B', Fields } },
      { upsert: true },
    )
    expect(saved).toEqual({ _id: 'a/b', Type: 'A', SubType: 'B', Fields })
  })

  it('report a duplicate key as the store does', async () => {
    const failure = await db.models.users.create(nurse).catch((error: unknown) => error)
    expect(isDuplicateKey(failure)).toBe(true)
    expect(await db.models.users.countDocuments({})).toBe(1)
  })
})
