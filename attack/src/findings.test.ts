import { crc32, deflateSync } from 'node:zlib'
import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import { fillHospital, PATIENT_NAME } from './hospital.ts'
import { openTarget, type Target } from './target.ts'

// These tests repeat earlier successful attacks on the whole product.
let target: Target
beforeAll(async () => {
  target = await openTarget()
  await fillHospital(target, { equipment: 20, patients: 5 })
})
afterAll(() => target.close())

const messageOf = ({ body }: { body: object }) => (body as { message?: string }).message

describe('a person without the patient-data flag', () => {
  test('sees the same data whether or not an asset is linked with a patient', async () => {
    const { noPatients, key } = target.people
    const ask = async () =>
      [
        await target.send('GET', `${addressOf('assetGetById')}?assetType=Equipment&assetId=E-1`, {
          headers: noPatients,
        }),
        await target.send('POST', addressOf('assetsFilter'), {
          headers: noPatients,
          body: { AssetId: 'E-1' },
        }),
        await target.send('POST', addressOf('getAssetMappingById'), {
          headers: noPatients,
          body: { Equipment: 'E-1' },
        }),
      ].map(({ status, text }) => `${status} ${text}`)
    const before = await ask()
    const link = {
      from: { AssetType: 'Equipment', AssetId: 'E-1' },
      to: { AssetType: 'Patient', AssetId: 'P-1' },
    }
    for (const action of ['link', 'unlink']) {
      const { body } = await target.send('POST', addressOf('ingestAssociations'), {
        headers: key,
        body: [{ ...link, action }],
      })
      expect((body as { accepted?: number }).accepted).toBe(1)
      expect(await ask()).toEqual(before)
    }
    expect(before.join()).not.toContain(PATIENT_NAME)
  })

  test('cannot have patients delivered to an address of their choice', async () => {
    const { status, body } = await target.send('POST', addressOf('createSettings'), {
      headers: target.people.noPatients,
      body: { Type: 'Mirth', SubType: 'Mirth', Fields: { GeofenceAlert: 'https://192.0.2.1:8443/alerts' } },
    })
    expect([status, messageOf({ body })]).toEqual([403, messages.patientFlagNeeded])
    expect(await target.parts.db.models.settings.countDocuments({ Type: 'Mirth' })).toBe(0)
  })
})

describe('a push', () => {
  test('stores its other items when one is far too large', async () => {
    const Notes = 'a'.repeat(2_000_000)
    const { status, body } = await target.send('POST', addressOf('ingestAssets'), {
      headers: target.people.key,
      body: [
        { AssetType: 'Equipment', AssetId: 'E-1', AssetName: 'Renamed beside it' },
        { AssetType: 'Equipment', AssetId: 'E-2', Notes },
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ accepted: 1, refused: 1, errors: [{ index: 1, code: 'validation' }] })
    const asset = await target.parts.db.models.assets.findOne({ AssetType: 'Equipment', AssetId: 'E-1' })
    expect(asset?.Fields['AssetName']).toBe('Renamed beside it')
  })

  test('is throttled with unknown keys, while a known key of the same address still works', async () => {
    const push = (token: string) =>
      target.send('POST', addressOf('ingestAssets'), {
        headers: { authorization: `Bearer ${token}` },
        body: [],
      })
    const known = (target.people.key['authorization'] ?? '').replace('Bearer ', '')
    const statuses = new Set<number>()
    for (let n = 0; n < 150; n++) statuses.add((await push(`${known.slice(0, -4)}${1000 + n}`)).status)
    expect([...statuses].every((status) => status === 401 || status === 429)).toBe(true)
    expect((await push(known)).status).toBe(200)
  })
})

test('refuses a commonly guessed password, and keeps the old one', async () => {
  const headers = await target.people.signIn({ username: 'chooses', pages: ['devices'] })
  const { status, body } = await target.send('POST', addressOf('changePassword'), {
    headers,
    body: { currentPassword: target.people.password, newPassword: 'Password1234' },
  })
  expect([status, (body as { errors?: { message: string }[] }).errors?.[0]?.message]).toEqual([
    400,
    messages.passwordCommon,
  ])
  const signIn = { username: 'chooses', password: target.people.password, authenticationMethod: 'Password' }
  expect((await target.send('POST', addressOf('verify'), { body: signIn })).status).toBe(200)
})

/** Creates a PNG of one colour, 16 bits and interlaced, whose pixels take 200 MB: a few hundred kB to send. */
function pixelFlood(side: number): string {
  const chunk = (type: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(content.length, 0)
    frame.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 0, 0, 0, 1], 8)
  const pixels = deflateSync(Buffer.alloc(side * side * 2 + side * 2), { level: 1 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

test('images that decompress to hundreds of megabytes take no memory of the serving process', async () => {
  const img = pixelFlood(10_000)
  const before = await target.residentMb()
  let peak = before
  const watching = setInterval(() => void target.residentMb().then((mb) => (peak = Math.max(peak, mb))), 50)
  const upload = () =>
    target.send('POST', addressOf('uploadMap'), {
      headers: target.people.admin,
      body: {
        mapData: { xDimension: 10, yDimension: 10 },
        hierarchyId: 'room-1',
        imgData: { img, fileName: 'plan.png' },
      },
    })
  const answers = await Promise.all([upload(), upload(), upload()])
  clearInterval(watching)
  console.log(`pixel floods: resident ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB`)
  for (const { status, text } of answers)
    expect([200, 400, 429], `answered ${text.slice(0, 200)}`).toContain(status)
  expect(peak - before).toBeLessThan(300)
  expect((await target.send('GET', addressOf('healthReady'))).status).toBe(200)
})
