import type { MetaEntry, MetaMapping } from '@wardtrack/contracts'
import { useState } from 'react'
import { localAlias } from '../../lib/metadata.ts'
import { EntryForm } from './entry-form.tsx'
import { IconField } from './icon-field.tsx'
import styles from './metadata-mapping.module.css'
import { RemovePart } from './remove-part.tsx'

interface EntryPanelProps {
  readonly mapping: MetaMapping
  readonly type: string
  readonly name: string
  readonly entry: MetaEntry
  readonly onDirty: (dirty: boolean) => void
}

/**
 * Form and icon of one entry. Changes of other users appear immediately while the form is unchanged. Otherwise the
 * form keeps its values, and asks on saving.
 */
export function EntryPanel({ mapping, type, name, entry, onDirty }: EntryPanelProps) {
  const present = { entry, revision: mapping._revision ?? '' }
  const [draftBase, setDraftBase] = useState<typeof present>()
  const { entry: edited, revision } = draftBase ?? present
  const note = (dirty: boolean): void => {
    setDraftBase((before) => (dirty ? (before ?? present) : undefined))
    onDirty(dirty)
  }
  return (
    <div className={styles.panel}>
      <EntryForm
        key={`${type}/${name}/${JSON.stringify(edited)}`}
        place={{ type, name }}
        entry={edited}
        revision={revision}
        onDirty={note}
      />
      <IconField place={{ type, name }} icon={entry.icon} />
      <div>
        <RemovePart
          mapping={mapping}
          type={type}
          name={name}
          label={localAlias(entry.Alias) || name}
          onRemoved={() => onDirty(false)}
        />
      </div>
    </div>
  )
}
