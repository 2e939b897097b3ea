export { mapFenceOf } from './fence-area.ts'
export {
  bodyOf,
  draftOf,
  draftPart,
  emptyDraft,
  errorsOf,
  type FenceBody,
  type FenceDraft,
  settingsOf,
} from './fence-draft.ts'
export { FenceSettingsFields } from './fence-fields.tsx'
export { FenceForm } from './fence-form.tsx'
export { FenceList, FenceSwitch } from './fence-list.tsx'
export { triggerText } from './fence-texts.ts'
export { allFencesQuery, fencesOfMapQuery } from './fences.query.ts'
export { useDeleteFence, useSaveFence, useSwitchFence } from './use-fence-changes.ts'
