import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailTest, openMailTest } from '../../testing/mail-test.ts'
import { SCHEDULE_FORM } from '../../testing/schedule-test.ts'

const PATH = '/api/report.schedules'
type Headers = Record<string, string>
let mail: MailTest
beforeAll(async () => {
  mail = await openMailTest()
})
afterAll(() => mail.close())

/** Creates the form of a schedule whose saved filter is deleted after saving. */
const ofFilter = async (username: string, owner: Headers) => {
  const filter = {
    criteria: [{ AssetId: 'P-1' }],
    displayName: 'First pump',
    userName: username,
    showOn: '/devices',
    share: false,
    showMe: true,
  }
  const { filterId } = (await mail.api.post('/api/filters/create', filter, owner)).body.data
  return {
    form: { ...SCHEDULE_FORM, filterId },
    takeAway: () => mail.api.get(`/api/filters/delete/${filterId}`, owner),
  }
}

/** Creates the form of a schedule whose owner loses access to the report after saving. */
const ofReport = async (username: string) => ({
  form: { ...SCHEDULE_FORM, page: 'pump-movement', level: 'Level_2', period: 'day-before' },
  takeAway: () =>
    mail.api.parts.db.models.privileges.updateOne(
      { privilegeName: `May be ${username}` },
      { $set: { routes: ['/devices'] } },
    ),
})

test.each([
  ['its saved filter was deleted', 'cleo', ofFilter, 400, 'validation'],
  ['its owner may not open the report any more', 'cora', ofReport, 403, 'forbidden'],
] as const)(
  'a schedule can be switched off when %s, but neither edited nor switched on',
  async (_why, username, prepare, status, code) => {
    const owner = await mail.api.people.signIn({ username, pages: ['devices', 'report/pump-movement'] })
    const list = async () => (await mail.api.get(PATH, owner)).body.data
    const { form, takeAway } = await prepare(username, owner)
    const created = await mail.api.post(PATH, form, owner)
    expect([created.status, created.body.message]).toEqual([200, 'Schedule saved.'])
    const { _id, revision } = created.body.data
    await takeAway()
    const edit = (members: object) =>
      mail.api.request('PUT', `${PATH}/${_id}`, owner, { ...form, revision, ...members })
    const before = await list()
    const changed = await edit({ Name: 'Another name', enabled: false })
    expect([changed.status, changed.body.code]).toEqual([status, code])
    const stale = await edit({ enabled: false, revision: 'of-long-ago' })
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
    expect(await list()).toEqual(before)

    const off = await edit({ enabled: false })
    expect([off.status, off.body.message]).toEqual([200, 'Schedule saved.'])
    const [stored] = await list()
    expect(stored).toMatchObject({ ...form, enabled: false })
    expect(stored.nextAt).toBeUndefined()

    const on = await edit({ revision: stored.revision })
    expect([on.status, on.body.code]).toEqual([status, code])
    expect(await list()).toEqual([stored])
  },
)
