/**
 * Distribution of rounds in solitaire with the strategy that minimises their mean: the probability of each number, from
 * 0 on. From the exact solution of the game; `quincunx solve cinqo --game spread` prints it.
 */
export const PERFECT: readonly number[] = [0.0, 0.0, 0.0, 0.0001, 0.06261, 0.15416, 0.20425, 0.20236, 0.14875, 0.09887, 0.06127, 0.03429, 0.01773, 0.00867, 0.004, 0.00174, 0.00073, 0.00029, 0.00011, 4e-05, 2e-05, 1e-05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
