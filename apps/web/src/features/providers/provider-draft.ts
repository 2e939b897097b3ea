/** A yes-or-no question as the form holds it; undefined while it is not answered. */
export type Answer = 'yes' | 'no' | undefined

/** A provider's settings as its form holds them. */
export interface ProviderDraft {
  readonly providerName: string
  readonly providesHierarchy: Answer
  readonly enabled: Answer
  readonly customFields: Readonly<Record<string, string>>
}

/** The form of a provider that is not there yet. */
export const newProvider: ProviderDraft = {
  providerName: '',
  providesHierarchy: undefined,
  enabled: undefined,
  customFields: {},
}

const answerOf = (value: unknown): Answer => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined)

/** Stored settings as the form holds them. */
export function toDraft(name: string, fields: Readonly<Record<string, unknown>>): ProviderDraft {
  const { Enabled, HierarchyProvider, ...own } = fields
  return {
    providerName: name,
    providesHierarchy: answerOf(HierarchyProvider),
    enabled: answerOf(Enabled),
    customFields: Object.fromEntries(Object.entries(own).map(([field, value]) => [field, String(value)])),
  }
}

/** What the form holds as `Fields` of the settings. */
export const toFields = ({ providesHierarchy, enabled, customFields }: ProviderDraft) => ({
  ...customFields,
  Enabled: enabled === 'yes',
  HierarchyProvider: providesHierarchy === 'yes',
})

/** A provider's name as a heading begins with it. */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
