import type { MetaMapping } from '@wardtrack/contracts'
import { Button, Select, Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { entriesOf, localAlias } from '../../lib/metadata.ts'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { EntryPanel } from './entry-panel.tsx'
import styles from './metadata-mapping.module.css'

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
export function EntryTabs({ mapping, type, entry, onEntry, onDirty, onAdd }: EntryTabsProps) {
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
