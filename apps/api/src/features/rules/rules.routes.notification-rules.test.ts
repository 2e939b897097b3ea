import { openTestApp, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApiService } from '../../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService])
})
afterAll(() => app.close())
beforeEach(() => app.parts.db.models.notificationRules.deleteMany({}))

const post = (path: string, body: object, as = app.people.admin) =>
  request(app.app).post(`/api${path}`).set(as).send(body)
const get = (path: string, as = app.people.admin) => request(app.app).get(`/api${path}`).set(as)
const stored = () => app.parts.db.models.notificationRules.find({})

const RULE = {
  Name: 'Low battery',
  NotificationAssetType: 'Equipment',
  NotificationField: 'BatteryLevel',
  RaiseValue: 'Less Than LEVEL_2',
  Priority: 'High',
}
const FORM = {
  rule_name: 'Low battery',
  asset_type: 'Equipment',
  metadata_name: 'Fields.BatteryLevel.Level',
  metadata_value_operator: 'One Or More Of',
  metadata_value: ['LEVEL_1', 'LEVEL_2'],
  priority: 'Low',
}

describe('a notification rule', () => {
  it('accepts the member names of the form and of the store, and lists rules newest first', async () => {
    const added = await post('/filters/notificationRule/create', RULE)
    expect(added.status).toBe(200)
    expect(added.body).toMatchObject({
      err: 0,
      message: 'Notification rule saved.',
      data: { ...RULE, Enabled: true },
    })
    const form = await post('/filters/notificationRule/create', FORM)
    expect(form.body.data).toMatchObject({
      NotificationField: 'BatteryLevel',
      RaiseValue: 'One Or More Of LEVEL_1,LEVEL_2',
      Priority: 'Low',
      Audience: { privileges: [], users: [] },
      MinutesBetween: 0,
    })
    const list = await get('/filters/getNotificationRules?pageSize=1')
    expect(list.body).toEqual({ data: [form.body.data], count: 2 })
    const { body } = await get('/filters/getNotificationRules?pageSize=1&currentPage=2')
    expect(body.data).toEqual([added.body.data])
  })

  const refusals: [string, object, string, string][] = [
    ['no name', { ...FORM, rule_name: undefined }, 'Profile Name is required', 'rule_name'],
    ['a short name', { ...RULE, Name: 'ab' }, 'Profile Name is required', 'Name'],
    ['no asset type', { ...FORM, asset_type: '' }, 'Profile Name is required', 'asset_type'],
    [
      'an unknown asset type',
      { ...RULE, NotificationAssetType: 'Robot' },
      'This asset type does not exist.',
      'NotificationAssetType',
    ],
    ['no field', { ...FORM, metadata_name: undefined }, 'Metadata Name is required', 'metadata_name'],
    [
      'an unknown field',
      { ...RULE, NotificationField: 'constructor' },
      'This field is not in the metadata mapping.',
      'NotificationField',
    ],
    [
      'no operator',
      { ...FORM, metadata_value_operator: undefined },
      'Value Operator is required',
      'metadata_value_operator',
    ],
    [
      'an unknown operator',
      { ...RULE, RaiseValue: 'Like LEVEL_1' },
      'Value Operator is required',
      'RaiseValue',
    ],
    [
      'neither operator nor value',
      { ...RULE, RaiseValue: undefined },
      'Value Operator is required',
      'RaiseValue',
    ],
    ['no value', { ...FORM, metadata_value: undefined }, 'Metadata Value is required', 'metadata_value'],
    ['an operator alone', { ...RULE, RaiseValue: 'Equals' }, 'Metadata Value is required', 'RaiseValue'],
    ['an empty list', { ...FORM, metadata_value: [] }, 'Metadata Value is required', 'metadata_value'],
    [
      'a value that is an object',
      { ...FORM, metadata_value: { $gt: '' } },
      'Metadata Value is required',
      'metadata_value',
    ],
    [
      'two values of one',
      { ...FORM, metadata_value_operator: 'Equals' },
      'This operator takes one value.',
      'metadata_value',
    ],
    [
      'an option that is none',
      { ...RULE, RaiseValue: 'Equals LEVEL_9' },
      'The field has no such option.',
      'RaiseValue',
    ],
    [
      'no number to compare',
      { ...RULE, NotificationField: 'AssetName', RaiseValue: 'Less Than many' },
      'Less Than and Greater Than need a number or an option of the field.',
      'RaiseValue',
    ],
    ['no priority', { ...FORM, priority: undefined }, 'Notification Priority is required', 'priority'],
    ['an unknown priority', { ...RULE, Priority: 'Urgent' }, 'Notification Priority is required', 'Priority'],
    [
      'a person that there is not',
      { ...RULE, Audience: { privileges: [], users: ['ghost'] } },
      'This recipient does not exist.',
      'Audience.users.0',
    ],
    [
      'a privilege that there is not',
      { ...RULE, Audience: { privileges: ['May fly'], users: [] } },
      'This privilege does not exist.',
      'Audience.privileges.0',
    ],
  ]
  it.each(refusals)('with %s is refused, and nothing is stored', async (_title, body, message, path) => {
    const answer = await post('/filters/notificationRule/create', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ err: 1, code: 'validation', message })
    expect(answer.body.errors[0]).toEqual({ path, message })
    expect(await stored()).toEqual([])
  })

  it('reports all missing members in the order of the form', async () => {
    const { body } = await post('/filters/notificationRule/create', {})
    expect(body.message).toBe('Profile Name is required')
    expect(body.errors.map((error: { message: string }) => error.message)).toEqual([
      'Profile Name is required',
      'Profile Name is required',
      'Metadata Name is required',
      'Value Operator is required',
      'Notification Priority is required',
    ])
  })

  it('is changed in part, at the revision that was read, and can be switched off', async () => {
    const { body } = await post('/filters/notificationRule/create', RULE)
    const { _id, revision } = body.data
    const off = await post(`/filters/notificationRule/update/${_id}`, { Enabled: false, revision })
    expect(off.body.data).toEqual({ ...body.data, Enabled: false, revision: expect.any(String) })
    const late = await post(`/filters/notificationRule/update/${_id}`, { Name: 'Other name', revision })
    expect(late.status).toBe(409)
    expect(late.body.code).toBe('conflict')
    const wrong = await post(`/filters/notificationRule/update/${_id}`, { RaiseValue: 'Equals nothing' })
    expect(wrong.status).toBe(400)
    const changed = await post(`/filters/notificationRule/update/${_id}`, { RaiseValue: 'Equals LEVEL_4' })
    expect(changed.body.data).toMatchObject({
      Name: 'Low battery',
      RaiseValue: 'Equals LEVEL_4',
      Enabled: false,
    })
    expect((await get(`/filters/notificationRule/${_id}`)).body.data).toEqual(changed.body.data)
  })

  it('is deleted by its id; an unknown id is not found', async () => {
    const { body } = await post('/filters/notificationRule/create', RULE)
    const deleted = await get(`/filters/deleteNotificationRule/${body.data._id}`)
    expect(deleted.body).toEqual({ err: 0, message: 'Notification rule deleted.' })
    expect(await stored()).toEqual([])
    for (const id of [body.data._id, 'nonsense']) {
      expect((await get(`/filters/deleteNotificationRule/${id}`)).status).toBe(404)
      expect((await get(`/filters/notificationRule/${id}`)).status).toBe(404)
      expect((await post(`/filters/notificationRule/update/${id}`, { Enabled: false })).status).toBe(404)
    }
  })

  it('needs the flag for patients: otherwise its type is unknown, and it is neither listed nor found', async () => {
    const rule = {
      ...RULE,
      NotificationAssetType: 'Patient',
      NotificationField: 'Status',
      RaiseValue: 'Equals x',
    }
    const { body } = await post('/filters/notificationRule/create', rule)
    expect(body.data.NotificationAssetType).toBe('Patient')
    const { noPatients } = app.people
    expect((await post('/filters/notificationRule/create', rule, noPatients)).status).toBe(400)
    expect((await get('/filters/getNotificationRules', noPatients)).body).toEqual({ data: [], count: 0 })
    const path = `/filters/notificationRule/update/${body.data._id}`
    expect((await post(path, { Enabled: false }, noPatients)).status).toBe(404)
    expect((await get(`/filters/deleteNotificationRule/${body.data._id}`, noPatients)).status).toBe(404)
    expect(await stored()).toHaveLength(1)
  })

  it('requires a page of the rules', async () => {
    const outsider = await app.people.signIn({ username: 'devices only', pages: ['devices'] })
    for (const as of [outsider, {}]) {
      const status = 'authorization' in as ? 403 : 401
      expect((await post('/filters/notificationRule/create', RULE, as)).status).toBe(status)
      expect((await get('/filters/getNotificationRules', as)).status).toBe(status)
      expect((await get('/filters/notificationRecipients', as)).status).toBe(status)
    }
    expect(await stored()).toEqual([])
  })

  it('offers privileges and users whose names contain a literal text', async () => {
    await app.people.signIn({ username: 'night.nurse' })
    const { body } = await get('/filters/notificationRecipients?search=night.n')
    expect(body).toEqual({
      privileges: ['May be night.nurse'],
      users: [{ username: 'night.nurse', displayName: 'night.nurse', hasMail: false }],
      mailReady: false,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    for (const search of ['night%5Cwn', 'night%E2%80%A8n', 'night%00n'])
      expect((await get(`/filters/notificationRecipients?search=${search}`)).body.users).toEqual([])
  })
})
