/** Labels of the codes in rows: by the report's name in calls, the member of the row, and the code. */
export type FileValues = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

/** Labels of the codes in rows by language, the same as the pages show. */
export const FILE_VALUES: Readonly<Record<string, FileValues>> = {
  en: {
    'par-levels': {
      State: {
        short: 'Below the safety level',
        below: 'Below the PAR level',
        at: 'At the PAR level',
        above: 'Above the PAR level',
      },
    },
    balancing: {
      Way: { lanes: 'On foot', straight: 'Straight', unknown: 'No known route' },
      Reason: { safety: 'Safety level', par: 'PAR level' },
    },
  },
  de: {
    'par-levels': {
      State: {
        short: 'Unter dem Sicherheitsbestand',
        below: 'Unter dem PAR-Bestand',
        at: 'Auf dem PAR-Bestand',
        above: 'Über dem PAR-Bestand',
      },
    },
    balancing: {
      Way: { lanes: 'Zu Fuß', straight: 'Luftlinie', unknown: 'Kein Weg bekannt' },
      Reason: { safety: 'Sicherheitsbestand', par: 'PAR-Bestand' },
    },
  },
  es: {
    'par-levels': {
      State: {
        short: 'Bajo el nivel de seguridad',
        below: 'Bajo el nivel PAR',
        at: 'En el nivel PAR',
        above: 'Sobre el nivel PAR',
      },
    },
    balancing: {
      Way: { lanes: 'A pie', straight: 'En línea recta', unknown: 'Camino desconocido' },
      Reason: { safety: 'Nivel de seguridad', par: 'Nivel PAR' },
    },
  },
}
