import { defineCall } from '@wardtrack/contracts'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError, duplicate, notFound, overloaded } from './api-error.ts'
import { appOf, route, simple } from './testing/mounted-app.ts'

describe('an error of a handler', () => {
  const answerTo = async (error: unknown, more: object = {}) => {
    const throwing = simple(
      '/x',
      () => {
        throw error
      },
      more,
    )
    return request(appOf([throwing])).post('/api/x')
  }

  test('becomes the error body with its status and Retry-After', async () => {
    const missing = await answerTo(notFound())
    expect([missing.status, missing.body.code, missing.body.err]).toEqual([404, 'not_found', 1])
    const busy = await answerTo(overloaded(3))
    expect([busy.status, busy.headers['retry-after']]).toEqual([429, '3'])
  })

  test('is a plain 500 without detail when it is unexpected', async () => {
    const { status, body, headers } = await answerTo(new Error('the secret of /etc/passwd'))
    expect([status, body.code]).toEqual([500, 'internal'])
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(headers['cache-control']).toBe('no-store')
  })

  test('is 503 when the store is out of reach', async () => {
    const error = Object.assign(new Error('connect refused'), { name: 'MongoServerSelectionError' })
    const { status, body, headers } = await answerTo(error)
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '5'])
  })

  test('carries the fields that the specification reads: error.msg and status 500 for a duplicate, verify: false', async () => {
    const duplicateAnswer = await answerTo(duplicate('Taken.'), { duplicateIsStatus500: true })
    expect([duplicateAnswer.status, duplicateAnswer.body.code, duplicateAnswer.body.error]).toEqual([
      500,
      'already_exists',
      { msg: 'Taken.' },
    ])
    expect((await answerTo(duplicate('Taken.'))).status).toBe(409)
    expect(
      (await answerTo(new ApiError('invalid_credentials', 'No.'), { verifyFalse: true })).body.verify,
    ).toBe(false)
  })

  test('answers 500 for an answer that breaks its declaration, where answers are checked', async () => {
    const lying = simple('/x', () => ({ id: 7 }), { response: z.object({ id: z.string() }) })
    expect((await request(appOf([lying])).post('/api/x')).status).toBe(500)
    expect((await request(appOf([lying], { checkResponses: false })).post('/api/x')).body).toEqual({ id: 7 })
  })

  test('compares the answer with the shape of the variant that a path parameter or its alias chooses', async () => {
    const response = (member: string) => z.object({ [member]: z.string() })
    const of = { left: { pages: ['l'], response: response('left') }, right: { pages: ['r'] } }
    const call = defineCall(route('/{side}'), {
      summary: 'x',
      params: z.object({ side: z.string() }),
      response: response('right'),
      variants: { param: 'side', of, aliases: { west: 'left' } },
    })
    const app = appOf([{ call, handle: () => ({ left: 'yes' }) }])
    const statuses = ['left', 'west', 'right', 'constructor'].map(
      async (side) => (await request(app).post(`/api/${side}`).send({})).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 500, 500])
  })
})
