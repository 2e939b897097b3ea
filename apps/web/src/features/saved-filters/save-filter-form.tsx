import { useQuery } from '@tanstack/react-query'
import { messages } from '@wardtrack/contracts/messages'
import { Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import type { FilterValues } from '../../ui/filters/index.ts'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { conditionsOf, isSameFilter, valuesOf } from './filter-conditions.ts'
import styles from './saved-filters.module.css'
import { isOwn, savedFiltersQuery } from './saved-filters.query.ts'
import { useFilterActions } from './use-filter-actions.tsx'

interface SaveFilterFormProps {
  readonly page: string
  readonly defaultType?: string
  /** Active filters. */
  readonly values: FilterValues
  /** Values of the inputs, applied or not; undefined until one of them was changed. */
  readonly chosen: FilterValues | undefined
  readonly onValues: (values: FilterValues) => void
}

interface Naming {
  readonly name: string
  readonly share: boolean
}

const sameName = (left: string, right: string): boolean =>
  left.trim().toLowerCase() === right.trim().toLowerCase()

/** Saves the filters of a page under a name, for the user or for everyone; deletes the active saved filter. */
export function SaveFilterForm({ page, defaultType, values, chosen, onValues }: SaveFilterFormProps) {
  const { t } = useTranslation('asset-filters')
  const { data = [] } = useQuery(savedFiltersQuery(page))
  const current = chosen ?? values
  const canSave = chosen !== undefined || Object.keys(values).length > 0
  const active = data.find((filter) => isSameFilter(valuesOf(filter, defaultType), values))
  const ownActive = active && isOwn(active) ? active : undefined
  const { remove, change } = useFilterActions(() => onValues({}))
  const saving = useApiMutation({
    call: ({ name, share }: Naming) =>
      api.call('createFilter', {
        body: {
          filterId: Date.now(),
          displayName: name,
          criteria: conditionsOf(current, defaultType),
          showOn: `/${page}`,
          share,
        },
      }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.savedFilters]],
    onSuccess: () => onValues(current),
  })
  const state = useAppForm<Naming>({
    initial: { name: '', share: false },
    check: ({ name }) => {
      if (name.trim().length < 2) return { name: serverText(messages.filterName) }
      const isTaken = data.some(({ displayName }) => sameName(displayName, name))
      return isTaken ? { name: serverText(messages.filterNameTaken) } : {}
    },
    fieldOf: (path) => (path === 'displayName' ? 'name' : undefined),
    onSubmit: (naming) => saving.mutateAsync(naming),
  })
  return (
    <AppForm state={state} label={t('save.title')} className={styles.saving}>
      <AppField name="name" label={t('save.title')} help={isMoving(current) ? t('save.moving') : undefined}>
        <Input placeholder={t('save.placeholder')} maxLength={100} disabled={!canSave} />
      </AppField>
      <AppField name="share" label={t('save.for')}>
        <Select
          disabled={!canSave}
          options={[
            { value: false, label: t('save.onlyMe') },
            { value: true, label: t('save.everyone') },
          ]}
        />
      </AppField>
      <div className={styles.savingActions}>
        <Button danger disabled={!ownActive} onClick={() => ownActive && remove(ownActive)}>
          {t('delete.verb')}
        </Button>
        <Button
          disabled={!ownActive}
          onClick={() =>
            ownActive && change.mutate({ filterId: ownActive.filterId, share: !ownActive.share })
          }
        >
          {ownActive?.share ? t('shareOnlyMe') : t('shareEveryone')}
        </Button>
        <SubmitButton disabled={!canSave}>{t('save.verb')}</SubmitButton>
      </div>
    </AppForm>
  )
}

/** True if the filters include a period that ends now, which is not saved with them. */
const isMoving = (values: FilterValues): boolean =>
  Object.values(values).some((value) => typeof value === 'object' && 'preset' in value)
