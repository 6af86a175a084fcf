/** The report of a run or a request in each format. */
import { requestReport, runReport } from '../../screens/change/report.ts';
import type { KeptRequest } from '../../state/change/journal/requests.ts';
import type { Run } from '../../state/change/run.ts';
import type { RecordFormat } from '../cli/flags.ts';
import { reportHtml, reportMarkdown, requestCsv, requestJson, runCsv, runJson } from './reports.ts';

const reportFormats: readonly RecordFormat[] = ['csv', 'json', 'md', 'html'];

export function reportText(of: Run | KeptRequest, format: RecordFormat): string {
  const isRequest = 'header' in of;
  const report = isRequest ? requestReport(of) : runReport(of);
  switch (format) {
    case 'csv':
      return isRequest ? requestCsv(of) : runCsv(of);
    case 'json':
      return isRequest ? requestJson(of) : runJson(of);
    case 'md':
      return reportMarkdown(report);
    case 'html':
      return reportHtml(report);
  }
}

/** Keyed by file extension. */
export function reportTexts(of: Run | KeptRequest): Readonly<Record<RecordFormat, string>> {
  return Object.fromEntries(reportFormats.map((format) => [format, reportText(of, format)])) as Record<
    RecordFormat,
    string
  >;
}
