import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/alert-test.ts'

let h: AlertTest

beforeAll(async () => {
  h = await openAlertTest()
})
beforeEach(() => h.forget())
afterAll(() => h.close())

describe('a step', () => {
  test('goes from open over acknowledged to resolved, with who, when and a note, and is told', async () => {
    const { id } = await h.raise(await h.pump('P-1'))
    h.published.length = 0
    const taken = await h.post(`alert/${id}/acknowledge`, { note: ' on my way ' })
    expect(taken.body).toMatchObject({
      err: 0,
      message: 'Alert acknowledged.',
      data: { status: 'acknowledged', acknowledged: { by: 'admin', note: 'on my way' } },
    })
    const done = await h.post(`alert/${id}/resolve`, {}, h.people.noPatients)
    expect(done.body.data).toMatchObject({ status: 'resolved', resolved: { by: 'nurse' } })
    expect(done.body.data.resolved).not.toHaveProperty('note')
    expect(done.body.data.acknowledged).toEqual(taken.body.data.acknowledged)
    expect(h.published.map(({ status }) => status)).toEqual(['acknowledged', 'resolved'])
    const after = await h.stored(id)
    expect(after).not.toHaveProperty('unresolved')
    expect(after).toMatchObject({ status: 'resolved', resolved: { by: 'nurse', at: expect.any(Date) } })
  })

  test('may resolve what nobody took on', async () => {
    const { id } = await h.raise(await h.pump('P-1'))
    const { status, body } = await h.post(`alert/${id}/resolve`, { note: 'false alarm' })
    expect([status, body.data.status, body.data.acknowledged]).toEqual([200, 'resolved', undefined])
  })

  test('repeated by the same person changes nothing, by another is a conflict', async () => {
    const { id } = await h.raise(await h.pump('P-1'))
    for (const step of ['acknowledge', 'resolve']) {
      await h.post(`alert/${id}/${step}`, { note: 'mine' }).expect(200)
      const before = await h.stored(id)
      h.published.length = 0
      const again = await h.post(`alert/${id}/${step}`, { note: 'changed' })
      expect([again.status, again.body.message]).toEqual([
        200,
        before?.resolved ? 'Alert resolved.' : 'Alert acknowledged.',
      ])
      const other = await h.post(`alert/${id}/${step}`, {}, h.people.noPatients)
      expect([other.status, other.body.code, other.body.message]).toEqual([
        409,
        'conflict',
        'Somebody else was faster with this alert.',
      ])
      expect(await h.stored(id)).toEqual(before)
      expect(h.published).toEqual([])
    }
    expect((await h.post(`alert/${id}/acknowledge`)).status).toBe(409)
    expect((await h.stored(id))?.status).toBe('resolved')
  })

  test('of two people at once one wins and the other is told', async () => {
    for (const step of ['acknowledge', 'resolve']) {
      const { id } = await h.raise(await h.pump(`P-${step}`))
      const answers = await Promise.all([
        h.post(`alert/${id}/${step}`),
        h.post(`alert/${id}/${step}`, {}, h.people.noPatients),
      ])
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
      const winner = answers[0].status === 200 ? 'admin' : 'nurse'
      expect((await h.stored(id))?.[step === 'resolve' ? 'resolved' : 'acknowledged']?.by).toBe(winner)
    }
  })

  test('with a note that is too long is refused, and nothing changes', async () => {
    const { id } = await h.raise(await h.pump('P-1'))
    const { status, body } = await h.post(`alert/${id}/acknowledge`, { note: 'x'.repeat(501) })
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'validation', 'note'])
    expect((await h.stored(id))?.status).toBe('open')
  })
})
