import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DrawingSurface } from './drawing-surface.ts'

type SurfaceClass = typeof DrawingSurface

/**
 * Gives a tool a drawing surface. Fabric is in a separate file that only pages with drawing load; the map is ready
 * once the file is loaded.
 */
export function useDrawingSurface(tool: {
  setSurface(surface: DrawingSurface): void
}): UseQueryResult<SurfaceClass> {
  const loading = useQuery({
    queryKey: ['drawing-surface'],
    queryFn: async (): Promise<SurfaceClass> => (await import('./drawing-surface.ts')).DrawingSurface,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: Surface } = loading
  useEffect(() => {
    if (Surface) tool.setSurface(new Surface())
  }, [tool, Surface])
  return loading
}
