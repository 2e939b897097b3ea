import { queryOptions } from '@tanstack/react-query'
import type { SettingsPair } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { type ApiMutation, useApiMutation } from '../../lib/use-api-mutation.ts'
import type { SharedEdit, StoredState } from './shared-edit.ts'
import { type AppFormState, type FormOptions, useAppForm } from './use-app-form.ts'

type PairName = Readonly<Pick<SettingsPair, 'Type' | 'SubType'>>

/** A settings pair as its form holds it. @param toValues what the form shows of the stored fields */
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

/** A form over a settings pair. */
interface SettingsFormOptions<Values extends object>
  extends Omit<FormOptions<Values>, 'initial' | 'failureAs'>,
    Omit<SharedEdit<Values>, 'revision'>,
    Pick<Saving<Values>, 'invalidates' | 'onSuccess'> {
  readonly stored: StoredState<Values>
  readonly name: PairName
  /** The fields that are saved; the values themselves when left out. */
  readonly toFields?: (values: Values) => SettingsPair['Fields']
  /** Asks before the values are saved whether that is meant. */
  readonly mayBeSaved?: (values: Values) => Promise<boolean>
  /** What is said when they are saved; `Setting Saved` when left out. */
  readonly success?: Saving<Values>['success']
  /** What is said in a toast when that failed; when left out the form says it. */
  readonly failure?: Saving<Values>['failure']
}

/** Holds the form of a settings pair that others edit too: it is saved on the revision that it was prepared on. */
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
