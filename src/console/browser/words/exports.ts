// Downloading a whole list.

import { defineWords } from './defineWords.ts'

export const exportWords = defineWords({
  en: {
    export: 'CSV',
    exportHint: 'Download all of this list as CSV',
    exporting: { one: 'One entry', other: '{count} entries' },
    exported: { one: 'One entry was exported.', other: '{count} entries were exported.' },
    stopExport: 'Stop the export',
    broken: 'The export broke off: nothing was saved. Try again.',
  },
  de: {
    export: 'CSV',
    exportHint: 'Diese ganze Liste als CSV herunterladen',
    exporting: { one: 'Ein Eintrag', other: '{count} Einträge' },
    exported: { one: 'Ein Eintrag wurde exportiert.', other: '{count} Einträge wurden exportiert.' },
    stopExport: 'Export abbrechen',
    broken: 'Der Export brach ab: Nichts wurde gespeichert. Bitte noch einmal versuchen.',
  },
  fr: {
    export: 'CSV',
    exportHint: 'Télécharger toute cette liste en CSV',
    exporting: { one: 'Une entrée', other: '{count} entrées' },
    exported: { one: 'Une entrée a été exportée.', other: '{count} entrées ont été exportées.' },
    stopExport: 'Arrêter l’export',
    broken: 'L’export s’est interrompu : rien n’a été enregistré. Réessayez.',
  },
  es: {
    export: 'CSV',
    exportHint: 'Descargar toda esta lista como CSV',
    exporting: { one: 'Una entrada', other: '{count} entradas' },
    exported: { one: 'Se exportó una entrada.', other: 'Se exportaron {count} entradas.' },
    stopExport: 'Detener la exportación',
    broken: 'La exportación se interrumpió: no se guardó nada. Inténtelo de nuevo.',
  },
  ar: {
    export: 'CSV',
    exportHint: 'تنزيل هذه القائمة كلها بصيغة CSV',
    exporting: { one: 'عنصر واحد', two: 'عنصران', other: '{count} عناصر' },
    exported: { one: 'صُدّر عنصر واحد.', two: 'صُدّر عنصران.', other: 'صُدّرت {count} عناصر.' },
    stopExport: 'إيقاف التصدير',
    broken: 'انقطع التصدير: لم يُحفظ شيء. حاول مرة أخرى.',
  },
})
