// What the accuracy page says, in both languages.
export const WORDS = {
  en: {
    title: 'How accurate is this?', other: '中文', handbook: 'Interview handbook', set: 'Set', rows_short: 'Rows',
    description: 'Every published measurement that vramscope is checked against: measured, estimated, range, source.',
    lead: '{rows} published measurements, each with what was measured, what vramscope says to the same request, and where the figure was read. {covered} of those that can be judged lie inside the range that it states.',
    how: 'An estimate is one figure with a range. Where bytes follow from shapes the range is zero wide; where an allocator or a kernel decides, it is as wide as the runs we know of. Rows whose source leaves something open (how long the sequences were, whether the figure is allocated or reserved memory) test the range only; rows of low confidence are shown and test nothing. This page is made anew with each build, from the rows that the tests use.',
    median: 'Median error', p95: '95 % of rows within', covered: 'Inside the stated range', width: 'Median width of the range', limit: '(limit {limit} %)',
    rows: '{n} rows, {counted} in the error', table: 'All rows', row: 'Row', measured: 'Measured', ours: 'Estimated', range: 'Range', error: 'Error', unit: 'Unit', source: 'Source',
    low: 'low confidence', outside: 'outside', plot: 'Measured size across (logarithmic), our difference from it up; lines are ranges',
  },
  zh: {
    title: '估算有多准？', other: 'English', handbook: '面试手册', set: '类别', rows_short: '条数',
    description: 'vramscope 用来校验的全部公开实测数据：实测值、估算值、区间与出处。',
    lead: '共 {rows} 条公开的实测数据，逐条列出实测值、vramscope 对同一请求给出的估算值，以及数据的出处。可以评判的数据中，{covered} 落在给出的区间内。',
    how: '估算结果是一个数值加一个区间。字节数能由张量形状直接推出时，区间宽度为零；由分配器或内核决定时，区间与已知的实测波动一样宽。来源没有交代清楚的数据（例如序列长度、显存口径是已分配还是已保留）只用来检验区间；可信度低的数据只列出，不参与评判。本页随每次构建重新生成，与测试用的是同一批数据。',
    median: '误差中位数', p95: '95 % 的数据误差不超过', covered: '落在给出的区间内', width: '区间宽度中位数', limit: '（上限 {limit} %）',
    rows: '{n} 条，其中 {counted} 条计入误差', table: '全部数据', row: '条目', measured: '实测', ours: '估算', range: '区间', error: '误差', unit: '单位', source: '出处',
    low: '可信度低', outside: '超出区间', plot: '横轴为实测值（对数），纵轴为估算与实测之差；竖线为区间',
  },
};
