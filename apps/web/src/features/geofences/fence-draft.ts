import type { DrawnArea, Geofence, RequestOf } from '@wardtrack/contracts'
import { MAX_WAIT_MINUTES, SHORTEST_FENCE_NAME } from '@wardtrack/contracts/fence-limits'
import { translate } from '../../lib/i18n/i18n.ts'
import { drawnAreaOf } from './fence-area.ts'

/** Answer to the question whether a geofence alerts; undefined before an answer. */
export type YesNo = 'Yes' | 'No'

/** Form values of a geofence. Waits are the typed digits. */
export interface FenceDraft {
  readonly name: string
  readonly type: string | undefined
  readonly assetTypes: readonly string[]
  readonly entry: YesNo | undefined
  readonly entryWait: string
  readonly exit: YesNo | undefined
  readonly exitWait: string
}

/** Error of each form field. */
export type DraftErrors = { readonly [part in keyof FenceDraft]?: string }

/** Body of the calls that store a geofence. */
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

/** Returns the form values of a stored geofence. */
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

/** Returns the errors of the form values; empty if all are valid. */
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

/** Returns the body of valid form values. A wait is sent only if its trigger is Yes, otherwise 0. */
export function bodyOf(draft: FenceDraft, area: DrawnArea, mapId: string, enabled: boolean): FenceBody {
  return {
    Name: draft.name.trim(),
    ...settingsOf(draft),
    MapId: mapId,
    Coordinates: area,
    Enabled: enabled,
  }
}

/** Returns the settings of valid form values, without the name. */
export const settingsOf = ({ type, assetTypes, entry, entryWait, exit, exitWait }: FenceDraft) => ({
  Type: type ?? '',
  AssetTypes: [...assetTypes],
  EntryTrigger: entry === 'Yes',
  EntryTriggerWaitTime: entry === 'Yes' ? Number(entryWait) : 0,
  ExitTrigger: exit === 'Yes',
  ExitTriggerWaitTime: exit === 'Yes' ? Number(exitWait) : 0,
})

/** Returns the body that switches a geofence on or off and leaves the rest unchanged. */
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

/** Returns the form field for the path of a validation error. */
export const draftPart = (path: string): keyof FenceDraft | undefined => parts[path.split('.')[0] ?? '']
