import { useMutation } from '@tanstack/react-query'
import type { MapInfo } from '@wardtrack/contracts'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import type { ChosenPlan } from './use-plan-file.ts'

interface PresentImageButtonProps {
  readonly present: MapInfo
  readonly chosen: ChosenPlan
  readonly disabled: boolean
}

/** Chooses the map's current image, to measure it or to enter its size later. */
export function PresentImageButton({ present, chosen, disabled }: PresentImageButtonProps) {
  const { t } = useTranslation('map-import')
  const { message } = App.useApp()
  const { mapId, name } = present
  const loading = useMutation({
    mutationFn: async () => {
      const response = await api.open('image', { params: { path: `Maps/${mapId}.jpg` } })
      return new Uint8Array(await response.arrayBuffer())
    },
    onSuccess: (bytes) => chosen.choose(new File([bytes], `${name}.jpg`, { type: 'image/jpeg' })),
    onError: (cause) => void message.error(cause.message),
  })
  return (
    <Button disabled={disabled} loading={loading.isPending} onClick={() => loading.mutate()}>
      {t('image.usePresent')}
    </Button>
  )
}
