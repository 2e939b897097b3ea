import { calls } from '@wardtrack/contracts'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

test('the OpenAPI document lists every call except images and the page itself, without a session', async () => {
  const { status, body } = await request(api.app).get('/api/openapi.json')
  expect(status).toBe(200)
  expect(body.openapi).toBe('3.1.0')
  const named = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((methods) => Object.values(methods).map((operation) => operation.operationId))
    // The paths of single reports name their call and the report.
    .filter((name) => !/^(?:describe|read)Report\./.test(name))
    .sort()
  const expected = Object.keys(calls).filter((name) => !['image', 'docs', 'docsFile'].includes(name))
  expect(named).toEqual(expected.sort())
})

test('the document describes an ingestion item', async () => {
  const { body } = await request(api.app).get('/api/openapi.json')
  const { content } = body.paths['/location/api/ingest/locations'].post.requestBody
  expect(Object.keys(content)).toEqual(['application/json', 'application/x-ndjson'])
  expect(content['application/x-ndjson'].schema.properties.mapId.type).toBe('string')
})

test('the page loads no external files and has no inline scripts', async () => {
  const page = await request(api.app).get('/api/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.text).not.toMatch(/https?:|<script>|style=|onload/)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(loaded).toHaveLength(3)
  for (const path of loaded) {
    const file = await request(api.app).get(path)
    expect(file.status).toBe(200)
    expect(file.headers['content-type']).toMatch(/javascript|css/)
  }
})

test.each(['none.js', 'package.json', '..%2fpackage.json', 'index.html', 'constructor'])(
  'the file %s is not served',
  async (name) => {
    const answer = await request(api.app).get(`/api/docs/${name}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  },
)
