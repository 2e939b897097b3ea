import type { MetaMapping } from '@wardtrack/contracts'
import { NEEDED_ASSET_TYPES } from '@wardtrack/contracts/administration'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localAlias } from '../../lib/metadata.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { RemovePart } from './remove-part.tsx'
import { RenameTypeDialog } from './rename-type-dialog.tsx'

interface TypeActionsProps {
  readonly mapping: MetaMapping
  readonly type: string
  readonly onRemoved: () => void
}

/** Actions on the shown asset type: another alias, and removal unless the product needs the type. */
export function TypeActions({ mapping, type, onRemoved }: TypeActionsProps) {
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
