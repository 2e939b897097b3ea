import { expect, test } from 'vitest'
import { calls } from './calls/index.ts'
import { openApiDocument } from './openapi.ts'
import { REPORT_PAGES, type ReportName } from './report-pages.ts'
import { reports } from './reports.ts'
import { DEFAULT_BASES, type RouteSpec, routes } from './routes.ts'

type Operation = {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  responses?: Record<string, { content: Record<string, object> }>
  requestBody?: { content: Record<string, { schema: object }> }
}
const documentOf = (bases?: Parameters<typeof openApiDocument>[0]) =>
  openApiDocument(bases) as { paths: Record<string, Record<string, Operation>> }

test('every route is declared as a call of the same name, with its parameters', () => {
  for (const [name, route] of Object.entries(routes) as [keyof typeof calls, RouteSpec][]) {
    expect(calls[name].route).toBe(route)
    const named = [...route.path.matchAll(/\{\+?(\w+)\}/g)].map(([, parameter]) => parameter)
    const { params } = calls[name].shapes as { params?: { shape: object } }
    expect(Object.keys(params?.shape ?? {})).toEqual(named)
  }
})

test('no two routes share a method and a path', () => {
  const addresses = (Object.values(routes) as RouteSpec[]).flatMap((route) =>
    [DEFAULT_BASES[route.service] + route.path, ...(route.aliases ?? [])].flatMap((path) =>
      [route.method, ...(route.aliasMethods ?? [])].map((method) => `${method} ${path}`),
    ),
  )
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('the document contains access and request of each call', () => {
  const { paths } = documentOf()
  expect(paths['/api/user/verify']?.['post']?.security).toEqual([])
  expect(paths['/api/ingest/assets']?.['post']?.security).toEqual([{ key: [] }])
  expect(paths['/api/assets.filter']?.['post']?.security).toEqual([{ session: [] }])
  const query = paths['/api/assets.getById']?.['get']?.parameters
  expect(query).toContainEqual(expect.objectContaining({ name: 'assetId', in: 'query', required: true }))
  const map = paths['/location/api/location.getMap/{mapId}']?.['get']?.parameters
  expect(map).toContainEqual(expect.objectContaining({ name: 'mapId', in: 'path', required: true }))
})

test('the document contains the media type of responses other than JSON', () => {
  const answer = documentOf().paths['/api/report.exportCsv/{page}']?.['post']?.responses?.['200']
  expect(Object.keys(answer?.content ?? {})).toEqual(['text/csv'])
  const list = documentOf().paths['/api/assets.filter']?.['post']?.responses?.['200']
  expect(Object.keys(list?.content ?? {})).toEqual(['application/json'])
})

test('the document describes the rows and the page of each report', () => {
  const { paths } = documentOf()
  for (const name of Object.keys(reports) as ReportName[]) {
    const at = (method: 'get' | 'post') => paths[`/api/report.getFilterDataForReport/${name}`]?.[method]
    const page = name in REPORT_PAGES ? `report/${name}` : name
    expect(at('post')).toMatchObject({
      operationId: `readReport.${name}`,
      'x-access': { kind: 'pages', pages: [page] },
      parameters: [],
    })
    expect(at('get')?.operationId).toBe(`describeReport.${name}`)
    const json = at('post')?.responses?.['200']?.content['application/json'] as
      | { schema: { properties: { assets: { items: { properties: object } } } } }
      | undefined
    const members = Object.keys(json?.schema.properties.assets.items.properties ?? {})
    expect(members).toEqual(expect.arrayContaining(reports[name].columns.map(({ key }) => key)))
  }
  const ids = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('moved bases move the paths, and aliases are left out', () => {
  const { paths } = documentOf({ ...DEFAULT_BASES, api: '/moved' })
  expect(paths['/moved/config/isConfigured']).toBeDefined()
  expect(Object.keys(paths).filter((path) => path.includes('isConfigured'))).toHaveLength(1)
})
