import { keyIdOf } from '@wardtrack/encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { encrypt, jobDone, storedText } from '../../testing/encryption-test.ts'

const PUMP = {
  AssetType: 'Equipment',
  AssetId: 'P-1',
  AssetName: 'Zweigpumpe seven',
  SerialNo: 'QX/700133',
  PrimaryCategory: 'Pump',
  BatteryLevel: 'LEVEL_2',
}
// Values to be encrypted. Sealed values are base64url, which contains no slash.
const VALUES = /Zweigpumpe|ZWEIGPUMPE|QX\/7|700133|LEVEL_2/

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
  await api.pushAssets([
    PUMP,
    { ...PUMP, AssetId: 'P-2', AssetName: 'Other pump', SerialNo: 'QY-1', BatteryLevel: 'LEVEL_4' },
    { AssetType: 'Equipment', AssetId: 'P-3', AssetName: 'No number', PrimaryCategory: 'Pump' },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
  ])
  await api.link(['Clinician', 'C-1'], ['Equipment', 'P-1'])
  await encrypt(api, { Equipment: { SerialNo: [], AssetName: [], BatteryLevel: ['Level'] } })
})
afterAll(() => api.close())

const filtered = (body: unknown, headers = api.people.admin) => api.post('/api/assets.filter', body, headers)
const idsOf = (answer: { body: { assets: { AssetId: string }[]; maxAssets: number } }) => [
  answer.body.assets.map(({ AssetId }) => AssetId).sort(),
  answer.body.maxAssets,
]

describe('stored documents', () => {
  test('hold no encrypted value after the conversion, nor fragments of one', async () => {
    expect(await storedText(api)).not.toMatch(VALUES)
  })

  test('hold no encrypted value that is registered, changed or refused later', async () => {
    await api.pushAssets([
      { ...PUMP, AssetId: 'P-4', AssetName: 'Zweigpumpe four', SerialNo: 'QX/7004' },
      { AssetType: 'Equipment', AssetId: 'P-2', SerialNo: 'QX/7002', AssetName: 'Zweigpumpe two' },
    ])
    await api.post(
      '/api/ingest/assets',
      [{ AssetType: 'Nothing', AssetId: 'P-9', SerialNo: 'QX/700133' }],
      api.people.key,
    )
    expect(await storedText(api)).not.toMatch(VALUES)
    const letters = await api.get('/api/ingest/dead-letters')
    expect(letters.body.data[0].item).toMatchObject({ SerialNo: 'QX/700133' })
    await api.pushAssets([
      { AssetType: 'Equipment', AssetId: 'P-2', SerialNo: 'QY-1', AssetName: 'Other pump' },
    ])
  })
})

describe('an encrypted value', () => {
  test('is read in plain text: in details, lists, links and exports', async () => {
    const detail = await api.get('/api/assets.getById?assetType=Equipment&assetId=P-1')
    expect(detail.body.data.Fields).toMatchObject({
      AssetName: PUMP.AssetName,
      SerialNo: PUMP.SerialNo,
      BatteryLevel: { Level: 'LEVEL_2' },
    })
    expect(JSON.stringify(detail.body)).not.toMatch(/Blind|sealed/)
    const listed = await filtered({ AssetId: 'P-1' })
    expect(listed.body.assets[0].Fields.SerialNo).toBe(PUMP.SerialNo)
    const linked = await api.get('/api/assets.getById?assetType=Clinician&assetId=C-1')
    expect(linked.body.data.Fields.Mappings.Equipment).toEqual([
      { AssetType: 'Equipment', AssetId: 'P-1', Fields: { AssetName: PUMP.AssetName } },
    ])
    const csv = await api.post('/api/report.exportCsv/devices', { AssetType: 'Equipment' })
    expect(csv.text).toContain(`P-1,${PUMP.AssetName},${PUMP.SerialNo},Pump`)
  })

  test('is found as a whole, as one of several values, and by its absence', async () => {
    expect(idsOf(await filtered({ 'Fields.SerialNo': PUMP.SerialNo }))).toEqual([['P-1'], 1])
    expect(
      idsOf(await filtered([{ AssetType: 'Equipment' }, { 'Fields.SerialNo': ['QY-1', PUMP.SerialNo] }])),
    ).toEqual([['P-1', 'P-2'], 2])
    expect(idsOf(await filtered({ AssetType: 'Equipment', 'Fields.SerialNo': 'N/A' }))).toEqual([['P-3'], 1])
    expect(
      idsOf(await filtered({ 'Fields.BatteryLevel.Level': ['LEVEL_2'], AssetId: ['P-1', 'P-2'] })),
    ).toEqual([['P-1'], 1])
    expect(idsOf(await filtered({ 'Fields.SerialNo': 'QX' }))).toEqual([[], 0])
    expect(idsOf(await filtered({ 'Fields.AssetName': 'Adams' }))).toEqual([['C-1'], 1])
  })

  test('can be neither found by a part nor sorted by, and the error says so', async () => {
    const part = await filtered({ items: [{ 'Fields.SerialNo': { $regex: 'QX' } }] })
    expect([part.status, part.body.code, part.body.errors]).toEqual([
      400,
      'invalid_criteria',
      [
        {
          path: 'items.0.Fields.SerialNo',
          message:
            'This field is encrypted: it can be compared with whole values only, not with a part of them.',
        },
      ],
    ])
    const sorted = await filtered([{ sort: [{ sortField: 'Fields.SerialNo', sortDirection: 1 }] }])
    expect([sorted.status, sorted.body.code, sorted.body.errors[0].path, sorted.body.message]).toEqual([
      400,
      'invalid_criteria',
      '0.sort.0.sortField',
      'This field is encrypted: nothing can be sorted by it.',
    ])
    const options = await api.get('/api/assets.getFilterOption')
    expect(options.body[0].Equipment.AssetInfo.SerialNo.encrypted).toBe(true)
    expect(options.body[0].Equipment.AssetInfo.PrimaryCategory).not.toHaveProperty('encrypted')
  })

  test('is not searched, while all other values are', async () => {
    for (const search of ['zweig', 'qx-7', '700133'])
      expect(idsOf(await filtered({ search }))).toEqual([[], 0])
    expect(idsOf(await filtered({ search: 'adams' }))).toEqual([['C-1'], 1])
    expect((await filtered({ search: 'pump' })).body.maxAssets).toBeGreaterThan(0)
  })

  test('sorts lists by another field when names are encrypted', async () => {
    const listed = await filtered({ AssetType: 'Equipment' })
    expect(listed.body.assets.map(({ AssetId }: { AssetId: string }) => AssetId)).toEqual([
      'P-1',
      'P-2',
      'P-3',
      'P-4',
    ])
  })
})

describe('the patient rule', () => {
  test('applies to encrypted patients too', async () => {
    await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Zebulon Miller' }])
    await encrypt(api, { Patient: { AssetName: [] } })
    expect(await storedText(api)).not.toMatch(/Zebulon|ZEBULON/)
    const nurse = await api.people.signIn({
      username: 'without the flag',
      pages: ['devices', 'encryption-setting'],
    })
    const body = { 'Fields.AssetName': 'Zebulon Miller' }
    expect(idsOf(await filtered(body))).toEqual([['PT-1'], 1])
    expect(idsOf(await filtered(body, nurse))).toEqual([[], 0])
    const totals = await Promise.all(
      [api.people.admin, nurse].map(
        async (who) => (await api.get('/api/encryption/status', who)).body.job.total,
      ),
    )
    expect(totals[0] - totals[1]).toBe(1)
  })
})

describe('a rotation', () => {
  test('re-encrypts all values with the new key, and reads and finds them as before', async () => {
    const before = (await api.get('/api/encryption/status')).body.keyVersion
    const oldKey = api.parts.keyRing.state().current
    const { keyRing, db } = api.parts
    const secretPlace = { collection: 'settings', id: 'provider/acme', field: 'Password' }
    await db.models.settings.create({
      _id: 'provider/acme',
      Type: 'Provider',
      SubType: 'acme',
      Fields: { Enabled: true, Password: keyRing.seal('hunter2', secretPlace) },
    })
    const answer = await api.post('/api/encryption/rotateKey')
    expect([answer.status, answer.body.err, answer.body.job.kind]).toEqual([200, 0, 'rotate'])
    await jobDone(api)
    expect((await api.get('/api/encryption/status')).body.keyVersion).toBe(before + 1)
    expect(await storedText(api)).not.toContain(`sealed:${oldKey}`)
    expect(await storedText(api)).not.toMatch(VALUES)
    const setting = await db.models.settings.findOne({ _id: 'provider/acme' })
    expect(keyRing.open(String(setting?.Fields['Password']), secretPlace)).toBe('hunter2')
    await db.models.settings.deleteOne({ _id: 'provider/acme' })
    expect(idsOf(await filtered({ 'Fields.SerialNo': PUMP.SerialNo }))).toEqual([['P-1'], 1])
    expect(api.parts.keyRing.state().inUse).toEqual([api.parts.keyRing.state().current])
  })
})

describe('a rotation during the setup of a second factor', () => {
  test('re-encrypts the secret that waits for its first code', async () => {
    const { access, db, keyRing } = api.parts
    const owner = await db.models.users.findOne({ builtIn: true })
    if (!owner) throw new Error('there is no first account')
    await access.secondFactor.start(owner)
    await api.post('/api/encryption/rotateKey')
    await jobDone(api)
    const { pendingSecondFactor } = (await db.models.users.findOne({ _id: owner._id })) ?? {}
    expect(keyIdOf(pendingSecondFactor?.secret)).toBe(keyRing.state().current)
    await access.secondFactor.remove({ _id: owner._id })
  })
})

describe('disabling encryption', () => {
  test('restores plain values, which can be searched, sorted and found by a part', async () => {
    const answer = await api.post('/api/assets.updateEncryptionConfig/config', {
      $set: { Equipment: {}, Patient: {} },
    })
    expect(answer.status).toBe(200)
    await jobDone(api)
    const text = await storedText(api)
    expect(text).toContain(PUMP.SerialNo)
    expect(text).not.toMatch(/sealed:|"Blind":/)
    expect(idsOf(await filtered({ 'Fields.SerialNo': { $regex: 'qx/7001' } }))).toEqual([['P-1'], 1])
    expect(idsOf(await filtered({ search: '700133' }))).toEqual([['P-1'], 1])
    const sorted = await filtered({
      AssetType: 'Equipment',
      sort: [{ sortField: 'Fields.AssetName', sortDirection: 1 }],
    })
    expect(sorted.status).toBe(200)
  })
})
