import { useQuery } from '@tanstack/react-query'
import type { MetaMapping } from '@wardtrack/contracts'
import { NEEDED_ASSET_TYPES } from '@wardtrack/contracts/administration'
import { Button, Input, Select, Tabs } from 'antd'
import { PencilLine, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { entriesOf, localAlias, typeName } from '../../lib/metadata.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS, metadataQuery } from '../../lib/queries.ts'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { AddDialog, type AddRequest } from './add-dialog.tsx'
import { EntryPanel } from './entry-panel.tsx'
import styles from './metadata-mapping.module.css'
import { RemovePart } from './remove-part.tsx'
import { UnmappedFields } from './unmapped-fields.tsx'

interface EntryTabsProps {
  readonly mapping: MetaMapping
  readonly type: string
  /** Name of the entry in the address; the first entry if this type has no such name. */
  readonly entry: string
  readonly onEntry: (name: string) => void
  readonly onDirty: (dirty: boolean) => void
  readonly onAdd: () => void
}

/** Entries of one asset type: tabs at the left, on a phone a list to choose from. */
function EntryTabs({ mapping, type, entry, onEntry, onDirty, onAdd }: EntryTabsProps) {
  const { t } = useTranslation('metadata-mapping')
  const phone = usePhone()
  const entries = entriesOf(mapping, type)
  const names = entries.map(([name]) => name)
  const shown = names.includes(entry) ? entry : (names[0] ?? '')
  const shownEntry = mapping[type]?.[shown]
  if (!shownEntry)
    return (
      <EmptyState
        title={t('noEntries.title')}
        why={t('noEntries.why')}
        action={<Button onClick={onAdd}>{t('add.open')}</Button>}
      />
    )
  const labelOf = (name: string, alias: string): string => localAlias(alias) || name
  const panel = <EntryPanel mapping={mapping} type={type} name={shown} entry={shownEntry} onDirty={onDirty} />
  if (phone)
    return (
      <div className={styles.phone}>
        <Field label={t('entry')} error={undefined}>
          {({ id }) => (
            <Select
              id={id}
              value={shown}
              onChange={onEntry}
              options={entries.map(([name, { Alias }]) => ({ value: name, label: labelOf(name, Alias) }))}
            />
          )}
        </Field>
        {panel}
      </div>
    )
  return (
    <Tabs
      tabPlacement="start"
      activeKey={shown}
      onChange={onEntry}
      className={styles.entries ?? ''}
      destroyOnHidden
      items={entries.map(([name, { Alias }]) => ({
        key: name,
        label: labelOf(name, Alias),
        children: name === shown ? panel : null,
      }))}
    />
  )
}

interface RenameTypeDialogProps {
  readonly mapping: MetaMapping
  readonly type: string
  readonly onClose: () => void
}

/** Name of an asset type on all pages. */
function RenameTypeDialog({ mapping, type, onClose }: RenameTypeDialogProps) {
  const { t } = useTranslation('metadata-mapping')
  const saving = useApiMutation({
    call: ({ alias }: { alias: string }) =>
      api.call('updateMetaDataMapping', {
        body: { id: mapping._id, query: { [`_aliases.${type}`]: alias.trim() } },
      }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.metadata]],
    onSuccess: onClose,
  })
  const state = useAppForm<{ alias: string }>({
    initial: { alias: mapping._aliases[type] ?? type },
    check: ({ alias }) => ({ alias: alias.trim() === '' ? translate('messages:fieldRequired') : undefined }),
    fieldOf: () => 'alias',
    onSubmit: (values) => saving.mutateAsync(values),
  })
  return (
    <FormDialog state={state} title={t('rename.title', { name: type })} verb={t('save')} onClose={onClose}>
      <AppField name="alias" label={t('field.alias')} required help={t('field.aliasHelp')}>
        <Input maxLength={100} autoFocus />
      </AppField>
    </FormDialog>
  )
}

interface TypeActionsProps {
  readonly mapping: MetaMapping
  readonly type: string
  readonly onRemoved: () => void
}

/** Actions on the shown asset type: another alias, and removal unless the product needs the type. */
function TypeActions({ mapping, type, onRemoved }: TypeActionsProps) {
  const { t } = useTranslation('metadata-mapping')
  const [isRenaming, setRenaming] = useState(false)
  return (
    <>
      <OnlineButton
        icon={<PencilLine size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => setRenaming(true)}
      >
        {t('rename.open')}
      </OnlineButton>
      {NEEDED_ASSET_TYPES.includes(type) ? null : (
        <RemovePart
          mapping={mapping}
          type={type}
          label={localAlias(mapping._aliases[type] ?? '') || type}
          onRemoved={onRemoved}
        />
      )}
      {isRenaming ? (
        <RenameTypeDialog mapping={mapping} type={type} onClose={() => setRenaming(false)} />
      ) : null}
    </>
  )
}

/** Asks for confirmation before unsaved changes are discarded. */
function useDiscardQuestion(): {
  setDirty: (dirty: boolean) => void
  /** continues immediately without unsaved changes, else after a confirmation */
  ask: (goOn: () => void) => void
} {
  const { t } = useTranslation('metadata-mapping')
  const confirm = useConfirm()
  const dirty = useRef(false)
  return {
    setDirty: (next) => {
      dirty.current = next
    },
    ask: (goOn) => {
      if (!dirty.current) {
        goOn()
        return
      }
      confirm({
        title: t('discard.title'),
        content: t('discard.text'),
        verb: t('discard.verb'),
        onConfirm: () => {
          dirty.current = false
          goOn()
        },
      })
    },
  }
}

const schema = { type: urlText('type'), entry: urlText('entry') }

/** Returns the asset types of a mapping, in their stored order. */
const typesOf = (mapping: MetaMapping): string[] =>
  Object.keys(mapping).filter((name) => !name.startsWith('_'))

/** Names, icons and filter inputs of fields and values: tabs per asset type, then per entry. */
export function MetadataMappingPage() {
  const { t } = useTranslation('metadata-mapping')
  const mapping = useQuery(metadataQuery())
  const [{ type, entry }, change] = useUrlState(schema)
  const [adding, setAdding] = useState<AddRequest>()
  const discard = useDiscardQuestion()
  usePageRefresh(() => void mapping.refetch())
  const add = (
    <OnlineButton
      type="primary"
      icon={<Plus size={16} strokeWidth={1.8} aria-hidden />}
      onClick={() => setAdding({ type: shownType })}
    >
      {t('add.open')}
    </OnlineButton>
  )
  const types = mapping.data ? typesOf(mapping.data) : []
  const shownType = types.includes(type) ? type : (types[0] ?? '')
  return (
    <>
      <PageToolbar
        actions={
          <>
            {mapping.data && shownType !== '' ? (
              <TypeActions
                mapping={mapping.data}
                type={shownType}
                onRemoved={() => {
                  discard.setDirty(false)
                  change({ type: '', entry: '' })
                }}
              />
            ) : null}
            {add}
          </>
        }
      >
        <p className={styles.lead}>{t('lead')}</p>
      </PageToolbar>
      <QueryState query={mapping} failed={t('failed')} boxed>
        {(shown) => (
          <section className={styles.card} aria-label={t('types')}>
            <Tabs
              activeKey={shownType}
              onChange={(next) => discard.ask(() => change({ type: next, entry: '' }))}
              className={styles.types ?? ''}
              items={types.map((name) => ({
                key: name,
                label: typeName(shown, name),
                children: (
                  <EntryTabs
                    mapping={shown}
                    type={name}
                    entry={entry}
                    onEntry={(next) => discard.ask(() => change({ type: name, entry: next }))}
                    onDirty={discard.setDirty}
                    onAdd={() => setAdding({ type: name })}
                  />
                ),
              }))}
              destroyOnHidden
            />
            <UnmappedFields type={shownType} onAdd={(name) => setAdding({ type: shownType, name })} />
          </section>
        )}
      </QueryState>
      {adding && mapping.data ? (
        <AddDialog
          mapping={mapping.data}
          request={adding}
          onClose={() => setAdding(undefined)}
          onAdded={(added) => change(added)}
        />
      ) : null}
    </>
  )
}

export { MetadataMappingPage as Page }
