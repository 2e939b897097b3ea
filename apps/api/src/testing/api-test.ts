import { type Headers, openTestApp, type TestApp, type TestAppOptions } from '@wardtrack/test-kit'
import request, { type Response } from 'supertest'
import { createApiService } from '../create-api-service.ts'

/** API on a store for one test, with helpers for calls. */
export type ApiTest = TestApp & {
  post(path: string, body?: unknown, headers?: Headers): Promise<Response>
  get(path: string, headers?: Headers): Promise<Response>
  request(
    method: 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    headers?: Headers,
    body?: object,
  ): Promise<Response>
  /** pushes assets by key; fails the test when an item is refused */
  pushAssets(items: readonly object[]): Promise<void>
  /** links an asset with others, in one request */
  link(from: AssetName, ...to: AssetName[]): Promise<void>
  /** ends the links of an asset with others, in one request */
  unlink(from: AssetName, ...to: AssetName[]): Promise<void>
  /** places an asset somewhere, as the location service would */
  placeAt(asset: AssetName, place: TestPlace): Promise<void>
}

/** Type and id of an asset. */
type AssetName = readonly [assetType: string, assetId: string]

/** Place of the internal hierarchy. */
export type TestPlace = { hierarchyId: string; mapId: string; fullName: readonly string[] }

/** Opens the API. Calls are made as the administrator by default, who sees all data. */
export async function openApiTest(options: TestAppOptions = {}): Promise<ApiTest> {
  const test = await openTestApp([createApiService], options)
  const { app, people } = test
  const post: ApiTest['post'] = (path, body = {}, headers = people.admin) =>
    request(app)
      .post(path)
      .set(headers)
      .send(body as object)
  const get: ApiTest['get'] = (path, headers = people.admin) => request(app).get(path).set(headers)
  const ask: ApiTest['request'] = (method, path, headers = people.admin, body) => {
    const verb = method.toLowerCase() as 'patch' | 'put' | 'delete'
    return request(app)[verb](path).set(headers).send(body)
  }
  const push = async (path: string, items: readonly object[]): Promise<void> => {
    const answer = await post(path, items, people.key)
    if (answer.status !== 200 || answer.body.refused > 0) throw new Error(JSON.stringify(answer.body))
  }
  const associate = (action: 'link' | 'unlink', from: AssetName, assets: readonly AssetName[]) =>
    push(
      '/api/ingest/associations',
      assets.map((to) => ({ from: named(from), to: named(to), action })),
    )
  return {
    ...test,
    post,
    get,
    request: ask,
    pushAssets: (items) => push('/api/ingest/assets', items),
    link: (from, ...to) => associate('link', from, to),
    unlink: (from, ...to) => associate('unlink', from, to),
    placeAt: (asset, place) => placeAt(test, asset, place),
  }
}

const named = ([AssetType, AssetId]: AssetName) => ({ AssetType, AssetId })

async function placeAt(
  { parts }: TestApp,
  asset: AssetName,
  { hierarchyId, mapId, fullName }: TestPlace,
): Promise<void> {
  const fullPath = Object.fromEntries(fullName.map((name, level) => [`Level_${level + 1}`, name]))
  const time = new Date()
  const at = { mapId, hierarchyId, fullPath, xCenterPoint: 10, yCenterPoint: 20, provider: 'test', time }
  await parts.db.driver.assets.updateOne(named(asset), { $set: { CurrentLocation: at } })
  const { hierarchyId: _hierarchyId, ...shown } = { ...at, time: time.toISOString() }
  parts.bus.publish('asset.location', [{ ...named(asset), CurrentLocation: shown }])
}

/** Reads the claims of a token without verification. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>
