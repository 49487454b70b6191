reading => {
  const really = fetch;
  Object.assign(window, { answers: [], readings: [], read: [], held: true });
  window.fetch = async (address, ...more) => {
    const answer = await really(address, ...more);
    const isReading = String(address).includes(reading);
    const waiting = isReading ? readings : String(address).includes("/change") && answers;
    if (!waiting) return answer;
    const body = await answer.clone().json();
    answer.json = async () => body;
    if (held) await new Promise((pass) => waiting.push(pass));
    if (isReading) read.push(body);
    return answer;
  };
}