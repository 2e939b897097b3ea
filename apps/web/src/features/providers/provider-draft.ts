/** Answer to a yes-or-no question of the form; undefined before an answer. */
export type Answer = 'yes' | 'no' | undefined

/** Form values of a provider's settings. */
export interface ProviderDraft {
  readonly providerName: string
  readonly providesHierarchy: Answer
  readonly enabled: Answer
  /** 'no' when each sighting by a monitor is a position */
  readonly presence: Answer
  readonly customFields: Readonly<Record<string, string>>
}

/** Form values of a new provider. */
export const newProvider: ProviderDraft = {
  providerName: '',
  providesHierarchy: undefined,
  enabled: undefined,
  presence: 'yes',
  customFields: {},
}

const answerOf = (value: unknown): Answer => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined)

/** Returns the form values of stored settings. */
export function toDraft(name: string, fields: Readonly<Record<string, unknown>>): ProviderDraft {
  const { Enabled, HierarchyProvider, Presence, ...own } = fields
  return {
    providerName: name,
    providesHierarchy: answerOf(HierarchyProvider),
    enabled: answerOf(Enabled),
    presence: Presence === false ? 'no' : 'yes',
    customFields: Object.fromEntries(Object.entries(own).map(([field, value]) => [field, String(value)])),
  }
}

/** Returns the form values as `Fields` of the settings. */
export const toFields = ({ providesHierarchy, enabled, presence, customFields }: ProviderDraft) => ({
  ...customFields,
  Enabled: enabled === 'yes',
  HierarchyProvider: providesHierarchy === 'yes',
  Presence: presence !== 'no',
})

/** Capitalises a provider's name for a heading. */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
