import { type CallName, calls, PAGES, SCOPES } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { addressOf } from '../addresses.ts'
import type { Answer, Target } from '../target.ts'

/** Password of every account that the attempts create or take over. */
export const CHOSEN_PASSWORD = 'quiet amber lanterns'

/** A person with one page, and the accounts that they aim at. */
export type Holder = { username: string; page: string; headers: Headers; id: string }
/** Ids of what others have: accounts and privileges. */
export type Aims = {
  accounts: readonly string[]
  privileges: readonly { id: string; name: string }[]
}

type Attempt = { call: CallName; id?: string; query?: string; body?: object }

/** Sends a call with an id in its address. */
export function attempt(
  target: Target,
  headers: Headers,
  { call, id = '', query = '', body }: Attempt,
): Promise<Answer> {
  const { method } = calls[call].route
  const address = addressOf(call).replaceAll(/\{\+?\w+\}/g, id === '' ? 'some-id' : id)
  const sent = body ?? (method === 'POST' || method === 'PATCH' || method === 'PUT' ? {} : undefined)
  return target.send(method, address + query, { headers, ...(sent ? { body: sent } : {}) })
}

/** Returns the calls that a person tries in order to get more rights. Later calls use the results of earlier ones. */
export function firstSteps({ username, id }: Holder, { accounts, privileges }: Aims): Attempt[] {
  const ownPrivilege = `May be ${username}`
  const everything = privileges.map(({ name }) => name)
  const made = `made by ${username}`
  const rights = { privileges: everything, patientDataAccess: true }
  const account = (suffix: string, members: object): Attempt => ({
    call: 'createUser',
    body: { username: `${made} ${suffix}`, password: CHOSEN_PASSWORD, ...members },
  })
  return [
    {
      call: 'addPrivilege',
      body: { privilegeName: `May all of ${username}`, description: 'every page', routes: [...PAGES] },
    },
    { call: 'addRoutes', body: { privilegeName: ownPrivilege, routes: [...PAGES] } },
    ...privileges
      .filter(({ name }) => name === ownPrivilege)
      .map((own): Attempt => ({ call: 'changePrivilege', id: own.id, body: { routes: [...PAGES] } })),
    { call: 'changeUser', id, body: rights },
    { call: 'changeUser', id, body: { patientDataAccess: true } },
    { call: 'changeUser', id, body: { privileges: everything } },
    { call: 'changeUser', id, body: { privileges: [ownPrivilege, `May all of ${username}`] } },
    account('a', rights),
    account('b', { patientDataAccess: true }),
    account('c', { privileges: everything }),
    account('d', { privileges: [ownPrivilege] }),
    ...accounts.flatMap((other): Attempt[] => [
      { call: 'setUserPassword', id: other, body: { password: CHOSEN_PASSWORD } },
      { call: 'changeUser', id: other, body: { email: 'elsewhere@hospital.example' } },
      { call: 'changeUser', id: other, body: { locked: true } },
      { call: 'changeUser', id: other, body: { privileges: [] } },
      { call: 'resetSecondFactor', id: other },
      { call: 'endUserSessions', id: other },
    ]),
    { call: 'createKey', body: { name: made, kind: 'integration', scopes: [...SCOPES] } },
    { call: 'createKey', body: { name: made, kind: 'provider', provider: 'acme', scopes: [...SCOPES] } },
    {
      call: 'createNotificationRule',
      body: {
        Name: made,
        NotificationAssetType: 'Patient',
        NotificationField: 'Status',
        RaiseValue: 'Equals Away',
        Priority: 'High',
        Webhook: { address: 'https://10.0.0.9/rules' },
      },
    },
    {
      call: 'createSettings',
      body: { Type: 'Mirth', SubType: 'Mirth', Fields: { Asset: 'https://10.0.0.9/assets' } },
    },
    { call: 'setRule', body: { Patient: { ruleName: made, ruleCondition: { AssetId: 'P-1' } } } },
    {
      call: 'createCustomReport',
      body: {
        Name: made,
        Description: 'of patients',
        Subject: 'Patient',
        Type: 'List',
        share: 'Everyone',
        Fields: ['AssetName'],
      },
    },
    {
      call: 'createFilter',
      body: {
        displayName: made,
        criteria: [{ AssetType: 'Patient' }],
        showOn: 'devices',
        filterId: 1,
        share: true,
      },
    },
    {
      call: 'importCsv',
      body: { header: ['AssetType', 'AssetId', 'AssetName'], fields: [['Patient', 'P-1', 'Other']] },
    },
    {
      call: 'importTagToAsset',
      body: {
        header: ['AssetType', 'AssetId', 'Provider', 'TagId'],
        fields: [['Patient', 'P-1', 'acme', 'T-1']],
      },
    },
    {
      call: 'importMetaDataMapping',
      body: { header: ['AssetType', 'Name'], fields: [['Patient', 'Secret']] },
    },
    {
      call: 'addLocationTag',
      body: { AssetType: 'Patient', AssetId: 'P-1', LocationTag: { Provider: 'a', TagId: 't' } },
    },
    { call: 'toggleAssetStatus', body: { key: 'Patient:P-1', flag: false } },
    { call: 'changeBulkStatus', body: { keys: ['Patient:P-1'], status: 'inactive' } },
    { call: 'rotateEncryptionKey' },
    { call: 'downloadBackup' },
  ]
}
