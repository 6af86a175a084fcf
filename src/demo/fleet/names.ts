/** People, places and remarks of the demo, in several alphabets, as in a company with offices abroad. */

type Names = readonly [string, ...string[]];

export const PEOPLE = words(
  'anna ben chloé david elif françois grace henrik ines jörg kofi lucía maria niamh ольга paweł quentin ravi søren',
  'tomáš umar věra wei ximena yuki zoë дмитрий فاطمة 美咲 지훈 aoife bartosz carmen dilnoza emre freya giulia hassan',
  'ivana jamal katarzyna leila mateus nadia oscar priya rosa samira theo ursula viktor wanda yann zeynep σοφία björn',
);

export const CITIES = words(
  'lyon berlin leeds porto gent cork turin oslo utrecht sevilla dallas denver łódź zürich malmö київ 東京 大阪',
  'القاهرة são-paulo brno tallinn',
);

export const SERVER_ROLES = words('db-core db-read web edge-gw cache mail files auth queue');

/** Remarks that admins once typed, each too particular to belong to one enrolment key. */
export const REMARKS: Names = [
  '👩‍🔬 bench 3, do not unplug',
  '🏳️‍🌈 foyer display',
  '👨‍👩‍👧‍👦 family corner, second floor',
  'Склад № 4, Новосибирск',
  'مكتب القاهرة، الطابق الثاني',
  '倉庫の入口、右側',
  'Café Zoë – caisse n° 2',
  'Größe prüfen, dann tauschen 🧰',
  'Λογιστήριο, Θεσσαλονίκη',
  'ask Priya before touching this one',
  'replaced in spring? check with facilities',
  '회의실 2층',
];

function words(...lines: readonly string[]): Names {
  const [first = '', ...others] = lines.join(' ').split(' ');
  return [first, ...others];
}
