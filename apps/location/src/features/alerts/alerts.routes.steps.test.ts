import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'

let hospital: AlertTest

beforeAll(async () => {
  hospital = await openAlertTest()
})
beforeEach(() => hospital.reset())
afterAll(() => hospital.close())

describe('a step', () => {
  test('leads from open through acknowledged to resolved with person, time and note, and is published', async () => {
    const { id } = await hospital.raise(await hospital.pump('P-1'))
    hospital.published.length = 0
    const acknowledged = await hospital.post(`alert/${id}/acknowledge`, { note: ' on my way ' })
    expect(acknowledged.body).toMatchObject({
      err: 0,
      message: 'Alert acknowledged.',
      data: { status: 'acknowledged', acknowledged: { by: 'admin', note: 'on my way' } },
    })
    const done = await hospital.post(`alert/${id}/resolve`, {}, hospital.people.noPatients)
    expect(done.body.data).toMatchObject({ status: 'resolved', resolved: { by: 'nurse' } })
    expect(done.body.data.resolved).not.toHaveProperty('note')
    expect(done.body.data.acknowledged).toEqual(acknowledged.body.data.acknowledged)
    expect(hospital.published.map(({ status }) => status)).toEqual(['acknowledged', 'resolved'])
    const after = await hospital.stored(id)
    expect(after).not.toHaveProperty('unresolved')
    expect(after).toMatchObject({ status: 'resolved', resolved: { by: 'nurse', at: expect.any(Date) } })
  })

  test('may resolve an alert that nobody acknowledged', async () => {
    const { id } = await hospital.raise(await hospital.pump('P-1'))
    const { status, body } = await hospital.post(`alert/${id}/resolve`, { note: 'false alarm' })
    expect([status, body.data.status, body.data.acknowledged]).toEqual([200, 'resolved', undefined])
  })

  test('changes nothing when the same person repeats it, and is a conflict for another person', async () => {
    const { id } = await hospital.raise(await hospital.pump('P-1'))
    for (const step of ['acknowledge', 'resolve']) {
      await hospital.post(`alert/${id}/${step}`, { note: 'mine' }).expect(200)
      const before = await hospital.stored(id)
      hospital.published.length = 0
      const secondAnswer = await hospital.post(`alert/${id}/${step}`, { note: 'changed' })
      expect([secondAnswer.status, secondAnswer.body.message]).toEqual([
        200,
        before?.resolved ? 'Alert resolved.' : 'Alert acknowledged.',
      ])
      const withoutFlag = await hospital.post(`alert/${id}/${step}`, {}, hospital.people.noPatients)
      expect([withoutFlag.status, withoutFlag.body.code, withoutFlag.body.message]).toEqual([
        409,
        'conflict',
        'Somebody else has already handled this alert.',
      ])
      expect(await hospital.stored(id)).toEqual(before)
      expect(hospital.published).toEqual([])
    }
    expect((await hospital.post(`alert/${id}/acknowledge`)).status).toBe(409)
    expect((await hospital.stored(id))?.status).toBe('resolved')
  })

  test('succeeds for one of two concurrent people and is a conflict for the other', async () => {
    for (const step of ['acknowledge', 'resolve']) {
      const { id } = await hospital.raise(await hospital.pump(`P-${step}`))
      const answers = await Promise.all([
        hospital.post(`alert/${id}/${step}`),
        hospital.post(`alert/${id}/${step}`, {}, hospital.people.noPatients),
      ])
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
      const winner = answers[0].status === 200 ? 'admin' : 'nurse'
      expect((await hospital.stored(id))?.[step === 'resolve' ? 'resolved' : 'acknowledged']?.by).toBe(winner)
    }
  })

  test('with a note that is too long is refused, and nothing changes', async () => {
    const { id } = await hospital.raise(await hospital.pump('P-1'))
    const { status, body } = await hospital.post(`alert/${id}/acknowledge`, { note: 'x'.repeat(501) })
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'validation', 'note'])
    expect((await hospital.stored(id))?.status).toBe('open')
  })
})
