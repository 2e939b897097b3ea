import { calls, messages } from '@wardtrack/contracts'
import express from 'express'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { checkedBodyOf, readJsonBody } from './read-json-body.ts'
import { sendApiError } from './send-api-error.ts'

/** Answers with the parsed body of a call, from this thread or another one. */
const app = express()
app.post('/', readJsonBody(calls.importCsv), (request, response) => {
  response.json({ checked: checkedBodyOf(response), body: request.body as unknown })
})
app.post('/small', readJsonBody(calls.assetsFilter), (request, response) => {
  response.json({ checked: checkedBodyOf(response), body: request.body as unknown })
})
app.use(((error, request, response, next) => {
  sendApiError(error, request, response, next)
}) satisfies express.ErrorRequestHandler)

const post = (text: string, path = '/') =>
  supertest(app).post(path).set('content-type', 'application/json').send(text)
const rows = Array.from({ length: 9_000 }, (_, n) => ['Equipment', `E-${n}`, 'a note'])
const large = { header: ['AssetType', 'AssetId', 'Note'], fields: rows }

test('parses a small body immediately, and checks it later', async () => {
  const { status, body } = await post('{"header":["a"]}')
  expect([status, body]).toEqual([200, { body: { header: ['a'] } }])
})

test('parses and checks a large body on another thread, and returns it whole', async () => {
  const { status, body } = await post(JSON.stringify(large))
  expect(status).toBe(200)
  expect(body.checked).toEqual({ data: large })
})

test('returns the problems of a large body by their paths', async () => {
  const { body } = await post(JSON.stringify({ ...large, header: 7 }))
  expect(body.checked.errors).toEqual([{ path: 'header', message: expect.any(String) }])
})

test('returns the body as it was sent, too, for calls that accept only small bodies', async () => {
  const criteria = Array.from({ length: 5_000 }, (_, n) => ({ 'Fields.AssetName': `pump ${n}` }))
  const { body } = await post(JSON.stringify(criteria), '/small')
  expect(body.checked.data).toEqual(criteria)
  expect(body.body).toEqual(criteria)
})

test.each([
  ['is no JSON', `${JSON.stringify(large)}]`, 'invalid_json', messages.notJson],
  [
    'is nested deeply',
    `{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
    'validation',
    'This is nested too deeply.',
  ],
  [
    'has a refused name',
    JSON.stringify({ ...large, header: [] }).replace('header', '__proto__'),
    'validation',
    'This name is not allowed.',
  ],
])('refuses a large body that %s', async (_title, text, code, message) => {
  const { status, body } = await post(text)
  expect([status, body.code, body.message]).toEqual([400, code, message])
})
