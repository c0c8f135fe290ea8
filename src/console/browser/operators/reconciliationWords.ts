// The texts of business dates and clearing files.

import { defineWords } from '../words/defineWords.ts'

export const reconciliationWords = defineWords({
  en: {
    ...{ anyLink: 'All links', totals: 'Totals', whose: 'Whose', gateway: 'Gateway', host: 'Host' },
    ...{ file: 'Clearing file', debit: 'Debits', debitReversed: 'Debits reversed', credit: 'Credits' },
    ...{
      creditReversed: 'Credits reversed',
      nothingMoved: 'Nothing moved on this date.',
      line: 'line {line}',
    },
    ...{ linesCompared: 'Lines of the file: {lines}; the same: {same}.', layout: 'Its layout (JSON)' },
    ...{ notAll: 'There are more than are listed.', clearingFile: 'Compare with a clearing file' },
    ...{ clearingLead: 'Each line is compared with its transaction. The file is kept nowhere.' },
    ...{ choose: 'Choose a file', compareFile: 'Compare', copyLine: 'Copy the line' },
    ...{ tooLong: 'It is too long for the console: use the command below.' },
    ...{ longer: 'Files of more than 200,000 bytes or 5,000 lines, on the machine of the gateway:' },
  },
  de: {
    ...{ anyLink: 'Alle Links', totals: 'Summen', whose: 'Wessen', gateway: 'Gateway', host: 'Host' },
    ...{ file: 'Clearing-Datei', debit: 'Belastungen', debitReversed: 'Stornierte Belastungen' },
    ...{ credit: 'Gutschriften', creditReversed: 'Stornierte Gutschriften', line: 'Zeile {line}' },
    ...{ nothingMoved: 'An diesem Tag wurde nichts bewegt.', layout: 'Ihr Aufbau (JSON)' },
    ...{
      linesCompared: 'Zeilen der Datei: {lines}; gleich: {same}.',
      notAll: 'Es gibt mehr, als hier stehen.',
    },
    ...{ clearingFile: 'Mit einer Clearing-Datei vergleichen', choose: 'Datei wählen' },
    ...{ clearingLead: 'Jede Zeile wird mit ihrer Transaktion verglichen. Die Datei wird nicht behalten.' },
    ...{ compareFile: 'Vergleichen', copyLine: 'Zeile kopieren' },
    ...{ tooLong: 'Zu lang für die Konsole: nehmen Sie den Befehl unten.' },
    ...{ longer: 'Dateien über 200.000 Byte oder 5.000 Zeilen, auf dem Rechner des Gateways:' },
  },
  fr: {
    ...{ anyLink: 'Tous les liens', totals: 'Totaux', whose: 'De qui', gateway: 'Passerelle', host: 'Hôte' },
    ...{ file: 'Fichier de compensation', debit: 'Débits', debitReversed: 'Débits annulés' },
    ...{ credit: 'Crédits', creditReversed: 'Crédits annulés', line: 'ligne {line}' },
    ...{ nothingMoved: 'Rien n’a bougé ce jour-là.', layout: 'Sa disposition (JSON)' },
    ...{ linesCompared: 'Lignes du fichier : {lines} ; identiques : {same}.' },
    ...{ notAll: 'Il y en a plus que la liste n’en montre.', choose: 'Choisir un fichier' },
    ...{ clearingFile: 'Comparer avec un fichier de compensation', compareFile: 'Comparer' },
    ...{ clearingLead: 'Chaque ligne est comparée à sa transaction. Le fichier n’est pas conservé.' },
    ...{
      copyLine: 'Copier la ligne',
      tooLong: 'Trop long pour la console : utilisez la commande ci-dessous.',
    },
    ...{ longer: 'Fichiers de plus de 200 000 octets ou 5 000 lignes, sur la machine de la passerelle :' },
  },
  es: {
    ...{ anyLink: 'Todos los enlaces', totals: 'Totales', whose: 'De quién', gateway: 'Pasarela' },
    ...{ host: 'Host', file: 'Archivo de compensación', debit: 'Débitos', debitReversed: 'Débitos anulados' },
    ...{ credit: 'Créditos', creditReversed: 'Créditos anulados', line: 'línea {line}' },
    ...{ nothingMoved: 'Nada se movió ese día.', layout: 'Su formato (JSON)', choose: 'Elegir un archivo' },
    ...{ linesCompared: 'Líneas del archivo: {lines}; iguales: {same}.' },
    ...{ notAll: 'Hay más de las que se muestran.', clearingFile: 'Comparar con un archivo de compensación' },
    ...{ clearingLead: 'Cada línea se compara con su transacción. El archivo no se guarda.' },
    ...{ compareFile: 'Comparar', copyLine: 'Copiar la línea' },
    ...{ tooLong: 'Es demasiado largo para la consola: use la orden de abajo.' },
    ...{ longer: 'Archivos de más de 200.000 bytes o 5.000 líneas, en la máquina de la pasarela:' },
  },
  ar: {
    ...{ anyLink: 'كل الروابط', totals: 'المجاميع', whose: 'لمن', gateway: 'البوابة', host: 'المضيف' },
    ...{ file: 'ملف المقاصة', debit: 'المدين', debitReversed: 'المدين المعكوس', credit: 'الدائن' },
    ...{ creditReversed: 'الدائن المعكوس', line: 'السطر {line}', layout: 'تنسيقه (JSON)' },
    ...{ nothingMoved: 'لم يتحرك شيء في هذا التاريخ.', choose: 'اختيار ملف', compareFile: 'مقارنة' },
    ...{ linesCompared: 'أسطر الملف: {lines}؛ المتطابقة: {same}.', notAll: 'هناك أكثر مما هو معروض.' },
    ...{ clearingFile: 'المقارنة بملف مقاصة', copyLine: 'نسخ السطر' },
    ...{ clearingLead: 'يُقارن كل سطر بمعاملته. لا يُحفظ الملف في أي مكان.' },
    ...{ tooLong: 'إنه أطول مما تحتمله وحدة التحكم: استخدم الأمر أدناه.' },
    ...{ longer: 'الملفات التي تزيد على 200,000 بايت أو 5,000 سطر، على جهاز البوابة:' },
  },
})
