import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Input, Select } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { Field, FieldError } from '../../ui/field.tsx'
import styles from './fence-form.module.css'
import { fenceTypesQuery } from './fences.query.ts'

/** Properties that the form passes to its control. */
interface TypeControlProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (type: string) => void
}

/** Type of the geofence: a saved one, or a new one that is saved for all users. */
export function TypeControl({ value, onChange, ...control }: TypeControlProps) {
  const { t } = useTranslation('geofences')
  const [adding, setAdding] = useState(false)
  const types = useQuery(fenceTypesQuery())
  const known = types.data ?? []
  const options = (value && !known.includes(value) ? [value, ...known] : known).map((type) => ({
    value: type,
  }))
  return (
    <>
      <div className={styles.pair}>
        <Select
          {...control}
          className={styles.grow ?? ''}
          placeholder={t('form.chooseType')}
          value={value ?? null}
          loading={types.isPending}
          options={options}
          onChange={(type) => type && onChange?.(type)}
        />
        <Button
          disabled={adding || !types.data}
          onClick={() => setAdding(true)}
          icon={<Plus size={16} strokeWidth={1.8} aria-hidden />}
        >
          {t('form.addType')}
        </Button>
      </div>
      <FieldError
        id={`${control.id}-types`}
        error={types.error ? serverText(types.error.message) : undefined}
      />
      {adding ? (
        <NewType
          known={known}
          onClose={() => setAdding(false)}
          onAdded={(type) => {
            setAdding(false)
            onChange?.(type)
          }}
        />
      ) : null}
    </>
  )
}

interface NewTypeProps {
  readonly known: readonly string[]
  readonly onClose: () => void
  readonly onAdded: (type: string) => void
}

/** Asks for the name of a new type and saves it with the others. */
function NewType({ known, onClose, onAdded }: NewTypeProps) {
  const { t } = useTranslation(['geofences', 'common'])
  const [name, setName] = useState('')
  const add = useAddType(onAdded)
  const { message } = App.useApp()
  const wanted = name.trim()
  const save = (): void => {
    if (wanted === '') return
    if (known.some((type) => type.toLowerCase() === wanted.toLowerCase()))
      void message.error(translate('messages:geofenceTypeExists'))
    else add.mutate([...known, wanted])
  }
  return (
    <Field label={t('form.newType')} error={undefined}>
      {({ id }) => (
        <div className={styles.pair}>
          <Input
            id={id}
            autoFocus
            maxLength={100}
            className={styles.grow ?? ''}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose()
              if (event.key !== 'Enter') return
              // Enter saves the type, not the form around it.
              event.preventDefault()
              save()
            }}
          />
          <Button type="primary" disabled={wanted === ''} loading={add.isPending} onClick={save}>
            {t('form.saveType')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      )}
    </Field>
  )
}

/** Saves all types as one setting, with the new type last. */
function useAddType(onAdded: (type: string) => void) {
  const client = useQueryClient()
  return useApiMutation({
    call: (GeofenceTypes: string[]) =>
      api.call('createSettings', {
        body: { Type: 'Geofence', SubType: 'Geofence', Fields: { GeofenceTypes } },
      }),
    success: () => translate('messages:settingSaved'),
    onSuccess: (_, saved) => {
      client.setQueryData(fenceTypesQuery().queryKey, saved)
      onAdded(saved.at(-1) ?? '')
    },
    // Another user may have added a type meanwhile, so the next try starts from the saved list.
    onFailure: () => void client.invalidateQueries({ queryKey: [KEYS.settings] }),
  })
}
