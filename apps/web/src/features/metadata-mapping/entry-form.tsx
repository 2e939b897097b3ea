import { useQueryClient } from '@tanstack/react-query'
import type { MetaEntry } from '@wardtrack/contracts'
import { Alert, Button, Input, Segmented, Switch } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS, metadataQuery } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useDecision } from '../../lib/use-confirm.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import {
  changesOf,
  draftErrors,
  draftInWords,
  draftOf,
  type EntryDraft,
  type EntryPlace,
  emptyRow,
  fieldOfPath,
  lostOptions,
  type OptionRow,
} from './entry-draft.ts'
import styles from './metadata-mapping.module.css'
import { OptionPictures } from './option-pictures.tsx'

interface OptionRowsProps {
  readonly place: EntryPlace
  readonly entry: MetaEntry
  readonly value?: readonly OptionRow[]
  readonly onChange?: (rows: readonly OptionRow[]) => void
}

const none: readonly OptionRow[] = []
const ignoreChange = (): void => {}

/** One row for each option: the code that devices send, its alias and its pictures. */
function OptionRows({ place, entry, value = none, onChange = ignoreChange }: OptionRowsProps) {
  const { t } = useTranslation('metadata-mapping')
  const replace = (key: string, more: Partial<OptionRow>): void =>
    onChange(value.map((row) => (row.key === key ? { ...row, ...more } : row)))
  return (
    <div className={styles.options}>
      {value.map((row, index) => (
        <div
          key={row.key}
          className={styles.option}
          role="group"
          aria-label={t('option.row', { number: index + 1 })}
        >
          <Input
            value={row.code}
            maxLength={100}
            readOnly={row.isStored}
            className={`${styles.mono ?? ''} ${row.isStored ? (styles.code ?? '') : ''}`}
            aria-label={t('option.code', { number: index + 1 })}
            placeholder={t('option.codePlaceholder')}
            onChange={({ target }) => replace(row.key, { code: target.value })}
          />
          <Input
            value={row.alias}
            maxLength={100}
            aria-label={t('option.alias', { name: row.code || String(index + 1) })}
            placeholder={t('option.aliasPlaceholder')}
            onChange={({ target }) => replace(row.key, { alias: target.value })}
          />
          <OptionPictures place={place} row={row} stored={entry.Options?.[row.code]} />
          <Button
            type="text"
            aria-label={t('option.remove', { name: row.alias || row.code || String(index + 1) })}
            title={t('option.remove', { name: row.alias || row.code || String(index + 1) })}
            icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
            onClick={() => onChange(value.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
      <Button
        icon={<Plus size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => onChange([...value, emptyRow()])}
      >
        {t('option.add')}
      </Button>
    </div>
  )
}

interface LostOptionsNoteProps {
  readonly lost: readonly OptionRow[]
  readonly onUndo: () => void
  /** Keeps the options under the new input type; absent if that type has none. */
  readonly onKeep?: () => void
}

/** Note about the options that saving would delete, with Undo. */
function LostOptionsNote({ lost, onUndo, onKeep }: LostOptionsNoteProps) {
  const { t } = useTranslation('metadata-mapping')
  if (lost.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      className={styles.note ?? ''}
      title={t('lost.title', { count: lost.length })}
      description={lost.map(({ alias }) => alias).join(', ')}
      action={
        <span className={styles.noteActions}>
          <Button size="small" onClick={onUndo}>
            {t('lost.undo')}
          </Button>
          {onKeep ? (
            <Button size="small" onClick={onKeep}>
              {t('lost.keep')}
            </Button>
          ) : null}
        </span>
      }
    />
  )
}

interface EntryFormProps {
  readonly place: EntryPlace
  readonly entry: MetaEntry
  readonly revision: string
  readonly onDirty: (dirty: boolean) => void
}

/** Name, storage, filter input and options of an entry. */
export function EntryForm({ place, entry, revision, onDirty }: EntryFormProps) {
  const { t } = useTranslation('metadata-mapping')
  const { draft, setDraft, state, stored } = useEntryForm({ place, entry, revision, onDirty })
  const before = useRef(draft)
  const put = (values: Partial<EntryDraft>): void => {
    state.form.setFieldsValue(values)
    setDraft({ ...draft, ...values })
  }
  const onValues = (values: EntryDraft): void => {
    if (values.inputType === draft.inputType) {
      setDraft(values)
      return
    }
    before.current = draft
    const options = values.inputType === 'input' ? [] : [emptyRow()]
    state.form.setFieldsValue({ options })
    setDraft({ ...values, options })
  }
  const lost = lostOptions(stored, draft)
  const dirty = Object.keys(changesOf(`${place.type}.${place.name}`, stored, draft)).length > 0
  return (
    <AppForm
      state={state}
      label={t('form', { name: stored.Alias })}
      className={styles.form}
      onValues={onValues}
    >
      <div className={styles.fixed}>
        <span>{t('field.original')}</span>
        <code>{place.name}</code>
      </div>
      <AppField name="Alias" label={t('field.alias')} required help={t('field.aliasHelp')}>
        <Input maxLength={100} />
      </AppField>
      <AppField name="inputType" label={t('field.inputType')} help={t('field.inputTypeHelp')}>
        <Segmented
          options={(['input', 'select', 'multiple'] as const).map((value) => ({
            value,
            label: t(`inputType.${value}`),
          }))}
        />
      </AppField>
      <LostOptionsNote
        lost={lost}
        onUndo={() => put({ inputType: before.current.inputType, options: stored.options })}
        {...(draft.inputType === 'input' ? {} : { onKeep: () => put({ options: stored.options }) })}
      />
      {draft.inputType === 'input' ? null : (
        <AppField name="options" label={t('field.options')} group>
          <OptionRows place={place} entry={entry} />
        </AppField>
      )}
      <AppField name="Model" label={t('field.model')} required help={t('field.modelHelp')}>
        <Input maxLength={260} spellCheck={false} className={styles.mono ?? ''} />
      </AppField>
      <AppField name="tableKey" label={t('field.tableKey')} required help={t('field.tableKeyHelp')}>
        <Input maxLength={50} spellCheck={false} className={styles.mono ?? ''} />
      </AppField>
      <AppField name="filterFlag" label={t('field.filterFlag')} help={t('field.filterFlagHelp')}>
        <Switch />
      </AppField>
      <div className={styles.foot}>
        <SubmitButton disabled={!dirty}>{t('save')}</SubmitButton>
        {dirty ? (
          <Button
            onClick={() => {
              state.reset()
              setDraft(stored)
              onDirty(false)
            }}
          >
            {t('revert')}
          </Button>
        ) : null}
      </div>
    </AppForm>
  )
}

/** Manages the form: its changes, the confirmation before options are lost, and conflicts. */
function useEntryForm({ place, entry, revision, onDirty }: EntryFormProps) {
  const { t } = useTranslation('metadata-mapping')
  const client = useQueryClient()
  const decide = useDecision()
  const { type, name } = place
  const entryPath = `${type}.${name}`
  const stored = draftOf(entry)
  const [draft, setDraftState] = useState<EntryDraft>(stored)
  const base = useRef(stored)
  const setDraft = (next: EntryDraft): void => {
    setDraftState(next)
    onDirty(Object.keys(changesOf(entryPath, base.current, next)).length > 0)
  }
  const saving = useApiMutation({
    call: (body: { query: Record<string, string | null>; revision: string | undefined }) =>
      api.call('updateMetaDataMapping', { body: { id: 'mapping', ...body } }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.metadata]],
    onSuccess: ({ data }) => {
      onDirty(false)
      client.setQueryData(metadataQuery().queryKey, data)
    },
  })
  const confirmLoss = (values: EntryDraft): Promise<boolean> => {
    const lost = lostOptions(base.current, values)
    if (lost.length === 0) return Promise.resolve(true)
    return decide({
      title: t('lose.title', { count: lost.length }),
      content: t('lose.text', { names: lost.map(({ alias }) => alias).join(', ') }),
      verb: t('lose.verb', { count: lost.length }),
    })
  }
  const reread = async (): Promise<StoredState<EntryDraft>> => {
    const mapping = await client.fetchQuery({ ...metadataQuery(), staleTime: 0 })
    const found = mapping[type]?.[name]
    if (!found) throw new Error(t('gone'))
    const values = draftOf(found)
    base.current = values
    return { values, revision: mapping._revision ?? '' }
  }
  const state = useAppForm<EntryDraft>({
    initial: stored,
    check: (values) => draftErrors(base.current, values),
    fieldOf: fieldOfPath,
    shared: {
      revision,
      reread,
      labels: {
        Alias: t('field.alias'),
        inputType: t('field.inputType'),
        options: t('field.options'),
        Model: t('field.model'),
        tableKey: t('field.tableKey'),
        filterFlag: t('field.filterFlag'),
      },
      show: draftInWords,
    },
    onSubmit: async (values, prepared) => {
      const query = changesOf(entryPath, base.current, values)
      if (Object.keys(query).length === 0 || !(await confirmLoss(values))) return undefined
      const { data } = await saving.mutateAsync({ query, revision: prepared })
      return { revision: data._revision }
    },
  })
  return { draft, setDraft, state, stored }
}
