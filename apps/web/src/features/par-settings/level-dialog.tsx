import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ParLevel } from '@wardtrack/contracts'
import { App, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { useMetadata } from '../../lib/metadata.ts'
import { levelValues, pathText } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import { useDebounced } from '../../lib/use-delayed.ts'
import { AppField, FormDialog, type SharedEdit, useAppForm } from '../../ui/form/index.ts'
import { parPlacesQuery } from './par-settings.query.ts'

const TYPING_MS = 300

interface UnitSelectProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** Choice of a place of the hierarchy, found by words of its path. */
function UnitSelect({ id, value = '', onChange }: UnitSelectProps) {
  const { t } = useTranslation('par-settings')
  const [search, setSearch] = useState('')
  const { data, isFetching, isError } = useQuery(parPlacesQuery(useDebounced(search, TYPING_MS)))
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={value === '' ? null : value}
      onChange={(chosen: string) => onChange?.(chosen)}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      options={(data ?? []).map(({ hierarchyId, fullPath }) => ({
        value: hierarchyId,
        label: pathText(fullPath),
      }))}
      notFoundContent={isError ? t('placesFailed') : t('noPlaces')}
    />
  )
}

interface LevelDialogProps {
  /** Level to change; absent for a new level. */
  readonly level?: ParLevel | undefined
  readonly onClose: () => void
}

type Values = Pick<ParLevel, 'hierarchyId' | 'Category' | 'Minimum' | 'Par'>

/** Revision of a level that does not exist yet. */
const NEW = '0'
const MAX_PIECES = 9_999

const initialOf = (level: ParLevel | undefined): Values => ({
  hierarchyId: level?.hierarchyId ?? '',
  Category: level?.Category ?? '',
  Minimum: level?.Minimum ?? 1,
  Par: level?.Par ?? 2,
})

/** Dialog for a new or existing PAR level of a category in a unit. */
export function LevelDialog({ level, onClose }: LevelDialogProps) {
  const { t } = useTranslation('par-settings')
  const client = useQueryClient()
  const { message } = App.useApp()
  const send = async (values: Values, revision: string): Promise<undefined> => {
    const { message: notice } = await api.call('saveParLevel', { body: { ...values, revision } })
    void message.success(serverText(notice))
    await Promise.all(
      [KEYS.parLevels, KEYS.reports].map((key) => client.invalidateQueries({ queryKey: [key] })),
    )
    onClose()
  }
  const state = useAppForm<Values>({
    initial: initialOf(level),
    check: ({ hierarchyId, Category, Minimum, Par }) => ({
      hierarchyId: hierarchyId === '' ? translate('messages:fieldRequired') : undefined,
      Category: Category.trim() === '' ? translate('messages:fieldRequired') : undefined,
      Minimum: Minimum > Par ? translate('messages:safetyLevelRule') : undefined,
    }),
    contract: {
      shape: async () =>
        (await import('@wardtrack/contracts/calls/par-levels')).parLevelCalls.saveParLevel.shapes.body,
      bodyOf: (values) => values,
    },
    ...(level
      ? { shared: sharedEdit(level), onSubmit: (values, revision = level.revision) => send(values, revision) }
      : { onSubmit: (values) => send(values, NEW) }),
  })
  return (
    <FormDialog
      state={state}
      title={level ? t('edit.title', { unit: levelValues(level.fullPath).at(-1) ?? '' }) : t('add.title')}
      verb={t('save')}
      onClose={onClose}
    >
      {level ? null : <SubjectFields />}
      <AppField name="Par" label={t('par')} help={t('parHelp')} required>
        <InputNumber min={1} max={MAX_PIECES} precision={0} />
      </AppField>
      <AppField name="Minimum" label={t('minimum')} help={t('minimumHelp')} required>
        <InputNumber min={0} max={MAX_PIECES} precision={0} />
      </AppField>
    </FormDialog>
  )
}

/** Unit and category of a new level. */
function SubjectFields() {
  const { t } = useTranslation('par-settings')
  const mapping = useMetadata()
  const options = Object.entries(mapping?.['Equipment']?.['PrimaryCategory']?.Options ?? {})
  return (
    <>
      <AppField name="hierarchyId" label={t('unit')} help={t('unitHelp')} required>
        <UnitSelect />
      </AppField>
      <AppField name="Category" label={t('category')} required>
        {options.length > 0 ? (
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={options.map(([value, { alias }]) => ({ value, label: alias || value }))}
          />
        ) : (
          <Input maxLength={200} autoComplete="off" />
        )}
      </AppField>
    </>
  )
}

/** Returns the options for a conflict with another user's change of the same level. */
const sharedEdit = ({ _id, revision }: ParLevel): SharedEdit<Values> => ({
  revision,
  reread: async () => {
    const { data } = await api.call('parLevel', { params: { id: _id } })
    return { values: initialOf(data), revision: data.revision }
  },
  labels: { Minimum: translate('par-settings:minimum'), Par: translate('par-settings:par') },
})
