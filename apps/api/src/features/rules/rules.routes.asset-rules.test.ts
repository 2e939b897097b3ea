import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())
beforeEach(() => api.parts.db.models.assetRules.deleteMany({}))

const post = (path: string, body: object) => api.post(`/api${path}`, body)

describe('an asset rule', () => {
  const rule = {
    ruleName: 'Empty in Ward 4',
    ruleCondition: { Fields_BatteryLevel_Level: ['LEVEL_1'], CurrentLocation_level_2: 'Ward 4' },
  }

  it('is stored switched off; the same name in any case replaces it and switches it on', async () => {
    const added = await post('/setRule', { Equipment: { ...rule, status: true } })
    expect(added.body).toEqual({ err: 0, message: 'Rule saved.', Equipment: { ...rule, status: false } })
    const changed = {
      ruleName: 'EMPTY in ward 4',
      status: true,
      ruleCondition: { HomeLocation_fullPath_Level_1: 'Site' },
    }
    expect((await post('/setRule', { Equipment: changed })).body.Equipment).toEqual(changed)
    expect((await post('/getRule', {})).body).toEqual({ Equipment: [changed] })
    const removal = { AssetType: 'Equipment', ruleName: 'empty in ward 4' }
    expect((await post('/removeRule', removal)).body).toEqual({ err: 0, message: 'Rule removed.' })
    expect((await post('/removeRule', removal)).status).toBe(404)
    expect((await post('/getRule', {})).body).toEqual({})
  })

  const refusals: [string, object, string, string][] = [
    ['two types', { Equipment: rule, Clinician: rule }, 'validation', ''],
    ['no type', {}, 'validation', ''],
    ['an unknown type', { Robot: rule }, 'validation', ''],
    ['no name', { Equipment: { ...rule, ruleName: '' } }, 'validation', 'Equipment.ruleName'],
    [
      'no condition',
      { Equipment: { ...rule, ruleCondition: { AssetId: [] } } },
      'validation',
      'Equipment.ruleCondition',
    ],
    [
      'an unknown field',
      { Equipment: { ...rule, ruleCondition: { $where: '1' } } },
      'invalid_criteria',
      'Equipment.ruleCondition.$where',
    ],
    [
      'links of the asset',
      { Equipment: { ...rule, ruleCondition: { Fields_Mappings_Clinician: 'N-1' } } },
      'invalid_criteria',
      'Equipment.ruleCondition.Fields_Mappings_Clinician',
    ],
    [
      'a time',
      { Equipment: { ...rule, ruleCondition: { createdAt: 'x' } } },
      'invalid_criteria',
      'Equipment.ruleCondition.createdAt',
    ],
    [
      'an operator',
      { Equipment: { ...rule, ruleCondition: { AssetId: { $ne: 1 } } } },
      'invalid_criteria',
      'Equipment.ruleCondition.AssetId',
    ],
    [
      'a list of objects',
      { Equipment: { ...rule, ruleCondition: { AssetId: ['a', {}] } } },
      'invalid_criteria',
      'Equipment.ruleCondition.AssetId.1',
    ],
    [
      'a text without end',
      { Equipment: { ...rule, ruleCondition: { AssetId: 'x'.repeat(201) } } },
      'invalid_criteria',
      'Equipment.ruleCondition.AssetId',
    ],
  ]
  it.each(refusals)('with %s is refused, and nothing is stored', async (_title, body, code, path) => {
    const answer = await post('/setRule', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code, errors: [{ path }] })
    expect(await api.parts.db.models.assetRules.countDocuments({})).toBe(0)
  })

  it('changes no prototype when one of its members is a prototype', async () => {
    const body = `{"Equipment":{"ruleName":"x","ruleCondition":{"__proto__":{"polluted":1}}}}`
    const answer = await request(api.app)
      .post('/api/setRule')
      .set(api.people.admin)
      .set('content-type', 'application/json')
      .send(body)
    expect(answer.status).toBe(400)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
