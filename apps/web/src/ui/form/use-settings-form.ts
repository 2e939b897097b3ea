import { queryOptions } from '@tanstack/react-query'
import type { SettingsPair } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { type ApiMutation, useApiMutation } from '../../lib/use-api-mutation.ts'
import type { SharedEdit, StoredState } from './shared-edit.ts'
import { type AppFormState, type FormOptions, useAppForm } from './use-app-form.ts'

type PairName = Readonly<Pick<SettingsPair, 'Type' | 'SubType'>>

/**
 * Query for a pair of settings with the values for its form. @param toValues conversion of stored fields to form
 * values
 */
export const settingsQuery = <Values>(name: PairName, toValues: (fields: SettingsPair['Fields']) => Values) =>
  queryOptions({
    queryKey: [KEYS.settings, name.Type, name.SubType],
    queryFn: async ({ signal }): Promise<StoredState<Values>> => {
      const { Fields, revision } = (await api.call('getSettings', { body: name, signal })).data
      return { values: toValues(Fields), revision }
    },
  })

type Saving<Values> = ApiMutation<
  { readonly values: Values; readonly revision: string | undefined },
  { readonly message: string; readonly data: SettingsPair }
>

/** Options of a form for a pair of settings. */
interface SettingsFormOptions<Values extends object>
  extends Omit<FormOptions<Values>, 'initial' | 'failureAs'>,
    Omit<SharedEdit<Values>, 'revision'>,
    Pick<Saving<Values>, 'invalidates' | 'onSuccess'> {
  readonly stored: StoredState<Values>
  readonly name: PairName
  /** Returns the fields to save; by default the values themselves. */
  readonly toFields?: (values: Values) => SettingsPair['Fields']
  /** Asks for confirmation before saving. */
  readonly mayBeSaved?: (values: Values) => Promise<boolean>
  /** Message after saving; `Setting Saved` by default. */
  readonly success?: Saving<Values>['success']
  /** Message of the toast after a failure; by default the form shows the failure. */
  readonly failure?: Saving<Values>['failure']
}

/** Manages the form of a pair of settings that others edit too, saved with its revision. */
export function useSettingsForm<Values extends object>(
  options: SettingsFormOptions<Values>,
): AppFormState<Values> {
  const { stored, name, reread, labels, show, mayBeSaved, invalidates = [], onSuccess, ...form } = options
  const {
    toFields = (values: Values) => values as SettingsPair['Fields'],
    success,
    failure,
    ...fieldOptions
  } = form
  const { mutateAsync } = useApiMutation({
    call: ({ values, revision }) =>
      api.call('createSettings', { body: { ...name, Fields: toFields(values), revision } }),
    success: success ?? (() => translate('messages:settingSaved')),
    failure: failure ?? (() => undefined),
    invalidates,
    ...(onSuccess ? { onSuccess } : {}),
  } satisfies Saving<Values>)
  return useAppForm<Values>({
    ...fieldOptions,
    initial: stored.values,
    shared: { revision: stored.revision, reread, labels, ...(show ? { show } : {}) },
    failureAs: failure ? 'caller' : 'alert',
    onSubmit: async (values, revision) =>
      mayBeSaved && !(await mayBeSaved(values)) ? undefined : (await mutateAsync({ values, revision })).data,
  })
}
