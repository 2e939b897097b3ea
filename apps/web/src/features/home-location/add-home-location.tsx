import type { Asset } from '@wardtrack/contracts'
import { Button } from 'antd'
import { MapPinHouse } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../lib/use-media.ts'
import { HomeLocationDialog } from './home-location-dialog.tsx'

/** The button and its dialog. */
export function AddHomeLocation({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('home-location')
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size={phone ? 'large' : 'middle'}
        block={phone}
        onClick={() => setOpen(true)}
        icon={<MapPinHouse size={16} strokeWidth={1.8} aria-hidden />}
      >
        {t(asset.HomeLocation ? 'change' : 'add')}
      </Button>
      {open ? <HomeLocationDialog asset={asset} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
