import type { DrawnArea, Geofence, RequestOf } from '@wardtrack/contracts'
import { MAX_WAIT_MINUTES, SHORTEST_FENCE_NAME } from '@wardtrack/contracts/fence-limits'
import { translate } from '../../lib/i18n/i18n.ts'
import { drawnAreaOf } from './fence-area.ts'

/** The answer to whether a fence alerts; undefined while nobody has answered. */
export type YesNo = 'Yes' | 'No'

/** A fence as the form holds it. Waits are the digits that were typed. */
export interface FenceDraft {
  readonly name: string
  readonly type: string | undefined
  readonly assetTypes: readonly string[]
  readonly entry: YesNo | undefined
  readonly entryWait: string
  readonly exit: YesNo | undefined
  readonly exitWait: string
}

/** What is wrong with each part of a draft. */
export type DraftErrors = { readonly [part in keyof FenceDraft]?: string }

/** What the contract takes for a fence. */
export type FenceBody = RequestOf<'addGeofence'>['body']

export const emptyDraft: FenceDraft = {
  name: '',
  type: undefined,
  assetTypes: [],
  entry: undefined,
  entryWait: '',
  exit: undefined,
  exitWait: '',
}

const yesNo = (on: boolean): YesNo => (on ? 'Yes' : 'No')
const digits = (minutes: number): string => (minutes > 0 ? String(minutes) : '')

/** A stored fence as the form shows it. */
export const draftOf = (fence: Geofence): FenceDraft => ({
  name: fence.Name,
  type: fence.Type,
  assetTypes: fence.AssetTypes,
  entry: yesNo(fence.EntryTrigger),
  entryWait: digits(fence.EntryTriggerWaitTime),
  exit: yesNo(fence.ExitTrigger),
  exitWait: digits(fence.ExitTriggerWaitTime),
})

const waitError = (answer: YesNo | undefined, wait: string): string | undefined =>
  answer === 'Yes' && Number(wait) > MAX_WAIT_MINUTES ? translate('messages:waitRule') : undefined

/** The validation messages of a draft's parts; empty if all is well. */
export function errorsOf(draft: FenceDraft): DraftErrors {
  const errors: Record<keyof FenceDraft, string | undefined> = {
    name: draft.name.trim().length < SHORTEST_FENCE_NAME ? translate('messages:geofenceName') : undefined,
    type: draft.type ? undefined : translate('messages:geofenceType'),
    assetTypes: draft.assetTypes.length > 0 ? undefined : translate('messages:assetTypeRequired'),
    entry: draft.entry ? undefined : translate('messages:fieldRequired'),
    entryWait: waitError(draft.entry, draft.entryWait),
    exit: draft.exit ? undefined : translate('messages:fieldRequired'),
    exitWait: waitError(draft.exit, draft.exitWait),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

/** The body of a draft without errors. A wait is sent only where its trigger is Yes, otherwise 0. */
export function bodyOf(draft: FenceDraft, area: DrawnArea, mapId: string, enabled: boolean): FenceBody {
  return {
    Name: draft.name.trim(),
    ...settingsOf(draft),
    MapId: mapId,
    Coordinates: area,
    Enabled: enabled,
  }
}

/** What a draft without errors says beside the name. */
export const settingsOf = ({ type, assetTypes, entry, entryWait, exit, exitWait }: FenceDraft) => ({
  Type: type ?? '',
  AssetTypes: [...assetTypes],
  EntryTrigger: entry === 'Yes',
  EntryTriggerWaitTime: entry === 'Yes' ? Number(entryWait) : 0,
  ExitTrigger: exit === 'Yes',
  ExitTriggerWaitTime: exit === 'Yes' ? Number(exitWait) : 0,
})

/** The body that stores a fence as it is, but for whether it is on. */
export const switchedBody = (fence: Geofence, enabled: boolean): FenceBody =>
  bodyOf(draftOf(fence), drawnAreaOf(fence.Coordinates), fence.MapId, enabled)

const parts: Readonly<Record<string, keyof FenceDraft>> = {
  Name: 'name',
  Type: 'type',
  AssetTypes: 'assetTypes',
  EntryTrigger: 'entry',
  EntryTriggerWaitTime: 'entryWait',
  ExitTrigger: 'exit',
  ExitTriggerWaitTime: 'exitWait',
}

/** The part of the form that holds a member of the body, by the path of a validation error. */
export const draftPart = (path: string): keyof FenceDraft | undefined => parts[path.split('.')[0] ?? '']
