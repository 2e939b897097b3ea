import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveConsole } from './console-files.ts'

let server: Server
let url: string
const dir = mkdtempSync(join(tmpdir(), 'wardtrack-console-'))
beforeAll(async () => {
  server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(dir, { recursive: true, force: true })
})

writeFileSync(join(dir, 'index.html'), '<!doctype html><title>Wardtrack</title>')
writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
const POLICY = "default-src 'self'"
const app = express()
app.use((_request, response, next) => {
  response.setHeader('Content-Security-Policy', POLICY)
  next()
})
serveConsole(app, dir)

test("serves the console's page with Trusted Types in addition to the common policy", async () => {
  const page = await fetch(`${url}/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toBe(
    `${POLICY};require-trusted-types-for 'script';trusted-types default`,
  )
  expect(page.headers.get('cache-control')).toBe('no-cache')
})

test('serves other files with the common policy only', async () => {
  const file = await fetch(`${url}/favicon.svg`)
  expect([file.status, file.headers.get('content-security-policy')]).toEqual([200, POLICY])
})
